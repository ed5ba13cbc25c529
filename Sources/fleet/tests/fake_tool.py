"""Stands in for nearscope in tests.

A capture is a text: its first word says what happens, the second is its id, the third how many sessions it has.
"""

import hashlib
import json
import os
import shutil
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
    options = {"--jobs", "--threads", "-o", "--tables", "--memory", "--format"}
    paths, wanted, folder = [], None if "--all-tables" in arguments else ["captures", "sessions"], None
    arguments = iter(arguments[1:])
    for argument in arguments:
        if argument in options:
            value = next(arguments)
            if argument == "--tables":
                wanted = value.split(",")
            elif argument == "-o":
                folder = value
        elif not argument.startswith("--"):
            paths.append(argument)
    rows = {table: [] for table in SCHEMA["$defs"] if wanted is None or table in wanted}
    status = max([export(path, rows) for path in paths])
    os.mkdir(folder)
    if rows["captures"] or status == 0:
        write(folder, rows)
    return status


def write(folder, rows):
    """Writes a file for each table; the same rows a second time by copying, since PyArrow takes longest to start."""
    key = hashlib.sha256(json.dumps(rows).encode()).hexdigest()
    known = f"{os.environ['FAKE_LOG']}.{key}"
    if not os.path.exists(known):
        make(known + ".partial", rows)
        os.rename(known + ".partial", known)
    shutil.copytree(known, folder, dirs_exist_ok=True)


def make(folder, rows):
    import site

    site.main()
    import pyarrow

    types = {"integer": pyarrow.int64(), "number": pyarrow.float64()}
    os.mkdir(folder)
    for table, own in rows.items():
        # A capture that says so has a text where a number should be.
        wrong = any(isinstance(row.get("session_id"), str) for row in own)
        fields = []
        for column, kind in SCHEMA["$defs"][table]["properties"].items():
            type = types.get(kind.get("type", [""])[0], pyarrow.string())
            fields.append((column, pyarrow.string() if wrong and column == "session_id" else type))
        columns = pyarrow.Table.from_pylist(own, pyarrow.schema(fields))
        with pyarrow.ipc.new_file(os.path.join(folder, f"{table}.arrow"), columns.schema) as file:
            file.write_table(columns)


def export(path, rows):
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(os.path.basename(path) + "\n")
    try:
        text = open(path).read().split()
    except OSError:
        return say(f"{path}: cannot open: no such file", 66)
    what, name, count = (text + ["", "", ""])[:3]
    name = name.zfill(32)
    if any(row["capture_id"] == name for row in rows["captures"]):
        return say(f"{path}: the same packets as another; its rows are left out", 0)

    def row(table, **values):
        if table in rows:
            rows[table].append({"capture_id": name} | values)

    def capture(**values):
        row("captures", **({"path": path, "packets": 5, "undecoded_packets": 0, "file_error_message": None,
                            "memory_left_out": None} | values))

    def sessions():
        for number in range(int(count)):
            row("sessions", session_id=number + 1, goodput=number * 0.5 or None, transport="tcp",
                facts='{"a":[1,"\\"}"]}', names='["x,"]')

    if what == "text":
        return say(f"{path}: not a capture file: it begins like neither pcap nor pcapng", 65)
    if what == "hang":
        time.sleep(60)
    if what == "crash":
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
        row("sessions", session_id="one", goodput=None, transport="tcp", facts="{}", names="[]")
        return 0
    if what == "slow":
        time.sleep(0.2)
    capture()
    sessions()
    row("messages", capture=path)
    return 0


def say(text, status):
    print(f"nearscope: {text}", file=sys.stderr, flush=True)
    return status


sys.exit(main(sys.argv[1:]))
