#!/usr/bin/env python3
"""Times nearscope's decoder of DNS messages beside those of dnspython and scapy, on the mDNS messages of the same captures.

    swift build -c release --product nearscope-benchmark
    python3 -m venv VENV && VENV/bin/pip install dnspython scapy
    VENV/bin/python .ci/compare-dns-decoders.py .build/release/nearscope-benchmark Fixtures/bonjour/*.pcap

All three get the same UDP payloads from memory and decode them on one thread, again and again for a few seconds; the best round
counts. What a decoder refuses is left out of its time and its count, and said: dnspython takes no NSEC record with a compressed
name, which multicast DNS demands (RFC 6762, section 18.14). It is told to pass over what follows a message and to keep each
record by itself. scapy refuses nothing; its sections, which it takes apart when they are asked for, are asked for.
"""

import argparse
import importlib.metadata
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time


def read_payloads(path):
    content, payloads, offset = path.read_bytes(), [], 0
    while offset < len(content):
        (length,) = struct.unpack_from(">H", content, offset)
        payloads.append(content[offset + 2 : offset + 2 + length])
        offset += 2 + length
    return payloads


def best_rate(decode, payloads, seconds):
    """Messages per second of the best round over those that decode without an exception, and how many do not."""
    accepted = []
    for payload in payloads:
        try:
            decode(payload)
            accepted.append(payload)
        except Exception:
            continue
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        for payload in accepted:
            decode(payload)
        best = max(best, len(accepted) / (time.perf_counter() - start))
    return best, len(payloads) - len(accepted)


def dnspython_decoder():
    import dns.message

    return lambda payload: dns.message.from_wire(payload, ignore_trailing=True, one_rr_per_rrset=True)


def scapy_decoder():
    from scapy.layers.dns import DNS

    def decode(payload):
        message = DNS(payload)
        # The sections are taken apart when they are asked for.
        return message.qd, message.an, message.ns, message.ar

    return decode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", help="the built nearscope-benchmark")
    parser.add_argument("captures", nargs="+")
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "payloads")
        output = subprocess.run(
            [options.benchmark, "decode", *options.captures, "--seconds", str(options.seconds)]
            + ["--write-payloads", str(path)],
            check=True, capture_output=True, text=True).stdout
        payloads = read_payloads(path)
    ours = float(re.search(r"^decode +\d+ \( *(\d+)\)", output, re.MULTILINE).group(1))
    print(f"{len(payloads)} messages of {sum(map(len, payloads)) / len(payloads):.0f} bytes")
    print(f"nearscope             {ours:>10,.0f} messages/s")
    for name, make in (("dnspython", dnspython_decoder), ("scapy", scapy_decoder)):
        rate, failed = best_rate(make(), payloads, options.seconds)
        label = f"{name} {importlib.metadata.version(name)}"
        print(f"{label:<20}  {rate:>10,.0f} messages/s, {failed} not decoded: nearscope is {ours / rate:.0f} times as fast")
    return 0


if __name__ == "__main__":
    sys.exit(main())
