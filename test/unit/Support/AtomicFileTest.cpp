// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that appear whole or not at all.
#include "TestFiles.h"
#include "halftone/Support/ArrayFile.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace halftone;

namespace {

TEST(AtomicFile, ReplacesOnlyOnCommit) {
  TestFolder folder;
  std::string path = folder.file("a.txt");
  ASSERT_TRUE(writeFile(path, "old"));
  {
    Result<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(file) << file.error();
    ASSERT_TRUE(file->write("new"));
    EXPECT_EQ(*readFile(path), "old");
    EXPECT_EQ(folder.count(), 2u);
  }
  EXPECT_EQ(*readFile(path), "old");
  EXPECT_EQ(folder.count(), 1u);
  ASSERT_TRUE(writeFile(path, "new"));
  EXPECT_EQ(*readFile(path), "new");
}

TEST(AtomicFile, LargeAndSmallWrites) {
  TestFolder folder;
  Result<AtomicFile> file = AtomicFile::create(folder.file("a"));
  ASSERT_TRUE(file);
  std::string expected;
  for (size_t size : {1ul, 70000ul, 10ul, 65536ul, 65535ul, 0ul, 3ul}) {
    std::string part(size, static_cast<char>('a' + size % 26));
    expected += part;
    ASSERT_TRUE(file->write(part));
  }
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(*readFile(folder.file("a")), expected);
}

TEST(AtomicFile, KeepsLinkAndMode) {
  TestFolder folder;
  ASSERT_TRUE(writeFile(folder.file("real"), "old"));
  ASSERT_EQ(0, ::chmod(folder.file("real").c_str(), 0640));
  std::filesystem::create_symlink("real", folder.file("link"));
  ASSERT_TRUE(writeFile(folder.file("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(*readFile(folder.file("real")), "new");
  struct stat info;
  ASSERT_EQ(0, ::stat(folder.file("real").c_str(), &info));
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(AtomicFile, NamesTheFileAndTheReason) {
  TestFolder folder;
  Status status = writeFile(folder.file("no/a.txt"), "x");
  EXPECT_EQ(status.error(),
            "cannot write '" + folder.file("no/a.txt") + "': No such file or directory");
  status = writeFile(folder.file(""), "x");
  EXPECT_NE(status.error().find("Is a directory"), std::string::npos) << status.error();
  Result<std::string> read = readFile(folder.file("a.txt"));
  EXPECT_EQ(read.error(), "cannot read '" + folder.file("a.txt") + "': No such file or directory");
}

TEST(AtomicFile, DeviceIsWrittenDirectly) {
  ASSERT_TRUE(writeFile("/dev/null", "x"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  Status status = writeFile("/dev/full", "x");
  EXPECT_EQ(status.error(), "cannot write '/dev/full': No space left on device");
}

/// No file may become longer than this while it lives: as a full disk, but safe.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old);
    rlimit limit = {bytes, old.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
  }

private:
  void (*handler)(int);
  rlimit old;
};

TEST(AtomicFile, FullDiskLeavesTheOldFile) {
  TestFolder folder;
  NamedArrays small, large;
  small.add("a", patternTensor(DType::F32, {10}));
  large.add("a", patternTensor(DType::F32, {100000}));
  for (const char *name : {"a.npz", "a.npy", "a.safetensors"}) {
    ASSERT_TRUE(writeArrays(folder.file(name), small));
    Status status;
    {
      FileSizeLimit limit(100000);
      status = writeArrays(folder.file(name), large);
    }
    EXPECT_NE(status.error().find("File too large"), std::string::npos) << status.error();
    EXPECT_NE(status.error().find(folder.file(name)), std::string::npos) << status.error();
    Result<NamedArrays> read = readArrays(folder.file(name));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->begin()->second, small[0].second);
  }
  EXPECT_EQ(folder.count(), 3u);
}

TEST(InputFile, ReadsOnlyWhatIsThere) {
  TestFolder folder;
  ASSERT_TRUE(writeFile(folder.file("a"), "abcdef"));
  Result<InputFile> file = InputFile::open(folder.file("a"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->size(), 6u);
  char text[3] = {};
  ASSERT_TRUE(file->read(3, text, 3));
  EXPECT_EQ(std::string_view(text, 3), "def");
  EXPECT_FALSE(file->read(4, text, 3));
  EXPECT_FALSE(file->read(~0ull, text, 3));
  EXPECT_FALSE(InputFile::open("/dev/zero"));
  EXPECT_FALSE(InputFile::open(folder.file("")));
}

} // namespace
