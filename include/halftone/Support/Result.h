// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value or one message: how plain C++ parts report errors without exceptions.
#ifndef HALFTONE_SUPPORT_RESULT_H
#define HALFTONE_SUPPORT_RESULT_H

#include <optional>
#include <string>
#include <utility>

namespace halftone {

/// The message of a failure, lower-case and without a full stop.
struct Error {
  std::string message;
};

/// Holds a `T`, or the error that prevented it.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error.message)) {}

  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }
  const std::string &error() const { return error_; }
  Error takeError() { return Error{std::move(error_)}; }

private:
  std::optional<T> value_;
  std::string error_;
};

/// Success, or one message.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : failed_(true), error_(std::move(error.message)) {}
  explicit operator bool() const { return !failed_; }
  const std::string &error() const { return error_; }
  Error takeError() { return Error{std::move(error_)}; }

private:
  bool failed_ = false;
  std::string error_;
};

} // namespace halftone

#endif // HALFTONE_SUPPORT_RESULT_H
