#!/usr/bin/env python3
"""Checks that Docs/differences.md names exactly the captures of a corpus in which nearscope and the reference tools differ.

differences.py TOOL CORPUS SCORES DOCUMENT        compares, and fails where the document is not up to date
differences.py --list TOOL CORPUS                 prints the rows of the document's table, without their classes

CORPUS has baseline.tsv beside the captures; SCORES is what `score --json FILE corpus` wrote: a capture that fails there has to be
listed as well. A row of the document is `| file | differences | classes |`, and the differences are compared word for word.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

# The longest that one capture may take, in seconds.
TIMEOUT = 30


def number(row, column):
    text = row.get(column, "-")
    return int(text) if text.lstrip("-").isdigit() else None


def nanoseconds(text):
    if text is None:
        return None
    whole, _, fraction = text.rstrip("Z").partition(".")
    moment = datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    return int(moment.timestamp()) * 10**9 + int(fraction.ljust(9, "0")[:9] or 0)


def differences(report, row):
    """What differs, as words: the figure, nearscope's value, the reference's value."""
    capture, words = report["capture"], []

    def compare(name, mine, *others):
        known = [other for other in others if other is not None]
        if known and all(mine != other for other in known):
            words.append(f"{name} {mine} / {known[0]}")

    for tool in ("capinfos", "tshark"):
        compare(f"packets ({tool})", capture["packets"], number(row, f"pkts_{tool}"))
    compare("bytes", capture["originalBytes"], number(row, "bytes_wire"))
    compare("captured bytes", capture["capturedBytes"], number(row, "bytes_captured"))
    if capture["packets"]:
        first, last = nanoseconds(capture["firstTime"]), nanoseconds(capture["lastTime"])
        compare("first time", first, number(row, "ts_first_ns"), number(row, "ts_min_ns"))
        compare("last time", last, number(row, "ts_last_ns"), number(row, "ts_max_ns"))
    # A QUIC session is a UDP stream to tshark.
    for transport, kinds in (("tcp", ("tcp",)), ("udp", ("udp", "quic"))):
        mine = sum(session["transport"] in kinds for session in report["sessions"])
        compare(transport, mine, number(row, f"{transport}_streams"))
    if row["tshark_rc"] == row["capinfos_rc"] == "0" and capture["fileError"]:
        words.append("damaged / sound")
    types = {int(word) for word in row["linktypes"].split(",") if word.isdigit()}
    met = {interface["linkTypeValue"] for interface in capture["interfaces"]}
    if types and capture["packets"] and types != met:
        words.append(f"link types {sorted(met)} / {sorted(types)}")
    return ", ".join(words)


def compared(tool, corpus):
    """By file: its differences, empty for none."""
    with open(corpus / "baseline.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    def run(row):
        command = [tool, str(corpus / row["file"]), "--format", "json", "--threads", "1"]
        result = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)
        if not result.stdout:
            known = any(number(row, f"pkts_{tool}") is not None for tool in ("capinfos", "tshark", "tcpdump"))
            return row["file"], "no report" if known else ""
        return row["file"], differences(json.loads(result.stdout), row)

    with ThreadPoolExecutor(2) as pool:
        return dict(pool.map(run, rows))


def listed(document):
    """By file: what the document's table says of it."""
    rows = {}
    for line in document.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3 and "__" in cells[0]:
            rows[cells[0].strip("`")] = (cells[1], [word.strip(" `") for word in cells[2].split(",")])
    return rows


def main(arguments):
    if arguments and arguments[0] == "--list":
        for file, words in compared(arguments[1], pathlib.Path(arguments[2])).items():
            if words:
                print(f"| `{file}` | {words} | |")
        return 0
    tool, corpus, scores, document = arguments[0], *map(pathlib.Path, arguments[1:])
    found = {file: words for file, words in compared(tool, corpus).items() if words}
    rows = listed(document)
    classes = set(re.findall(r"^### `([a-z-]+)`", document.read_text(), re.MULTILINE))
    failures = []
    for file in sorted(found.keys() | rows.keys()):
        wanted = rows.get(file, ("nothing", []))[0]
        if found.get(file, "nothing") != wanted:
            failures.append(f"{file}: differs in {found.get(file, 'nothing')}, the document says {wanted}")
    for file, (_, names) in rows.items():
        failures += [f"{file}: the class {name} is not explained" for name in names if name not in classes]
    for result in json.loads(scores.read_text()):
        if result["failures"] and result["capture"] not in rows:
            failures.append(f"{result['capture']}: {result['failures'][0]}")
    for failure in failures:
        print(failure)
    print(f"{len(rows)} listed captures that differ, {len(found)} that do, {len(failures)} not as documented")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
