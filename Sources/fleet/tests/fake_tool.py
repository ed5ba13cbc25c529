"""Stands in for nearscope in tests.

A capture is a text: its first word says what happens, the second is its id, the third how many sessions it has.
"""

import json
import os
import signal
import sys
import time

STRING = {"type": "string"}
INTEGER = {"type": ["integer", "null"]}
SCHEMA = {
    "$defs": {
        "captures": {
            "properties": {
                "capture_id": STRING, "path": STRING, "packets": INTEGER, "undecoded_packets": INTEGER,
                "file_error_message": {"type": ["string", "null"]}, "memory_left_out": {"type": ["object", "null"]},
            }
        },
        "sessions": {
            "properties": {
                "capture_id": STRING, "session_id": INTEGER, "goodput": {"type": ["number", "null"]},
                "transport": {"enum": ["tcp", "udp"]}, "facts": {"type": "object"}, "names": {"type": "array"},
            }
        },
        "messages": {"properties": {"capture_id": STRING, "capture": STRING}},
        "round_trips": {"properties": {"capture_id": STRING, "value_ns": INTEGER}},
    }
}


def main(arguments):
    if arguments == ["--version"]:
        print("9.9")
        return 0
    if "--schema" in arguments:
        print(json.dumps(SCHEMA))
        return 0
    options = {"--jobs", "--threads", "-o", "--tables", "--memory"}
    paths, wanted = [], None if "--all-tables" in arguments else ["captures", "sessions"]
    arguments = iter(arguments[1:])
    for argument in arguments:
        if argument in options:
            value = next(arguments)
            if argument == "--tables":
                wanted = value.split(",")
        elif not argument.startswith("--"):
            paths.append(argument)
    return max([export(path, wanted) for path in paths])


def export(path, wanted):
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(os.path.basename(path) + "\n")
    try:
        text = open(path).read().split()
    except OSError:
        return say(f"{path}: cannot open: no such file", 66)
    what, name, count = (text + ["", "", ""])[:3]
    name = name.zfill(32)

    def row(table, **values):
        if wanted is None or table in wanted:
            text = json.dumps({"capture_id": name, "table": table} | values, separators=(",", ":"), ensure_ascii=False)
            sys.stdout.buffer.write(text.encode() + b"\n")

    def capture(**values):
        row("captures", **({"path": path, "packets": 5, "undecoded_packets": 0, "file_error_message": None,
                            "memory_left_out": None} | values))

    def sessions():
        for number in range(int(count)):
            row("sessions", session_id=number + 1, goodput=number * 0.5 or None, transport="tcp",
                facts={"a": [1, '"}'], "transport": {"\u2028": None}}, names=["x,\"names\":[]", "\\"])

    if what == "text":
        return say(f"{path}: not a capture file: it begins like neither pcap nor pcapng", 65)
    if what == "hang":
        capture()
        sys.stdout.flush()
        time.sleep(60)
    if what in ("crash", "crash-late"):
        if what == "crash-late":
            capture()
            sessions()
            sys.stdout.buffer.write(b'{"capture_id":"half a')
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "damaged":
        capture(file_error_message="cut off")
        sessions()
        return say(f"{path}: the file ends early", 2)
    if what == "undecodable":
        capture(undecoded_packets=5)
        return say(f"{path}: none of its packets could be decoded", 65)
    if what == "wrong":
        capture()
        row("sessions", session_id="one", goodput=None, transport="tcp", facts={}, names=[])
        return 0
    if what == "slow":
        time.sleep(0.2)
    capture()
    sessions()
    row("messages", capture=path)
    return 0


def say(text, status):
    sys.stdout.flush()
    print(f"nearscope: {text}", file=sys.stderr, flush=True)
    return status


sys.exit(main(sys.argv[1:]))
