# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a precision page against the JSON report of the same run."""
import json
import re
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    """Scripts and their text, and every address that an element names."""

    def __init__(self):
        super().__init__()
        self.scripts, self.links, self.open, self.kind = [], [], [], None

    def handle_starttag(self, tag, attributes):
        self.links += [f"{tag} {name}={value}" for name, value in attributes if name in ("src", "href", "action", "data")]
        self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
addresses = [a for a in re.findall(r"https?://[^'\" )]+|@import|url\(", text) if a != "http://www.w3.org/2000/svg"]
assert not page.links and not addresses, (page.links, addresses)
assert len(page.scripts) == 2, len(page.scripts)
print("self-contained")

data, report = json.loads(page.scripts[0]), json.load(open(sys.argv[2], encoding="utf-8"))
texts = data["texts"]
ops = [(f["name"], texts[op[0]], ["low", "f32", "widen", "keep"][op[6]], texts[op[9]]) for f in data["functions"] for op in f["ops"]]
assert ops == [(d["function"], d["op"], d["decision"], d["reason"]) for d in report["decisions"]]
casts = [(texts[c[0]], c[3], c[7]) for f in data["functions"] for c in f["casts"]]
assert casts == [(c["value"], c["bytes"], c["users"]) for c in report["casts"]]
print("the same ops and casts in both reports")
assert len(texts) == len(set(texts))
print(len({texts[op[1]] for f in data["functions"] for op in f["ops"]}), "layers,", len(texts), "texts, each once")
