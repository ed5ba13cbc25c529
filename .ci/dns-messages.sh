#!/usr/bin/env bash
# Lets tshark read DNS messages that the tool has made: .ci/dns-messages.sh TOOL BENCHMARK FOLDER
# (the built nearscope, the built nearscope-benchmark, a folder with captures)
# First one message with every type of record that it knows, then all messages of the captures in the folder, read and
# made again. Fails where tshark finds one of them malformed.
set -euo pipefail

tool=$1
benchmark=$2
captures=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# check NAME FILE: fails where tshark calls a packet of the file malformed, or sees another number of messages.
check() {
    local count malformed messages
    count=$(tshark -r "$2" 2>/dev/null | wc -l)
    messages=$(tshark -r "$2" -Y 'dns or mdns' 2>/dev/null | wc -l)
    malformed=$(tshark -r "$2" -Y '_ws.malformed' 2>/dev/null)
    if [[ $count -eq 0 || $messages -ne $count ]]; then
        printf '%s: tshark reads %d of %d packets as DNS\n' "$1" "$messages" "$count" >&2
        exit 1
    fi
    if [[ -n $malformed ]]; then
        printf '%s: tshark finds malformed:\n%s\n' "$1" "$malformed" >&2
        exit 1
    fi
    total=$((total + count))
}

total=0
cat >"$scratch/all.json" <<'JSON'
[
  {"questions": [{"name": "_http._tcp.local.", "type": "PTR", "wantsUnicastResponse": true}],
   "answers": [{"name": "_http._tcp.local.", "type": "PTR", "target": "Kitchen._http._tcp.local."}],
   "isTruncated": true},
  {"questions": [{"name": "Kitchen._http._tcp.local.", "type": "ANY", "wantsUnicastResponse": true}],
   "authorities": [
     {"name": "Kitchen._http._tcp.local.", "type": "SRV", "port": 8080, "target": "Kitchen.local."},
     {"name": "Kitchen._http._tcp.local.", "type": "TXT", "strings": ["path=/"]}]},
  {"answers": [
     {"name": "_http._tcp.local.", "type": "PTR", "target": "Kitchen._http._tcp.local."},
     {"name": "Kitchen._http._tcp.local.", "type": "SRV", "cacheFlush": true, "port": 1, "target": "Kitchen.local."},
     {"name": "Kitchen._http._tcp.local.", "type": "TXT", "cacheFlush": true, "strings": []},
     {"name": "Kitchen.local.", "type": "A", "cacheFlush": true, "address": "192.0.2.1"},
     {"name": "Kitchen.local.", "type": "AAAA", "cacheFlush": true, "address": "2001:db8::1"},
     {"name": "Kitchen.local.", "type": "HINFO", "cpu": "ARM64", "os": "iOS"},
     {"name": "a.example.", "type": "CNAME", "target": "b.example."},
     {"name": "example.", "type": "NS", "target": "ns.example."},
     {"name": "example.", "type": "MX", "preference": 10, "exchange": "mail.example."},
     {"name": "example.", "type": "SOA", "mname": "ns.example.", "rname": "hostmaster.example.", "serial": 1,
      "refresh": 2, "retry": 3, "expire": 4, "minimum": 5},
     {"name": "example.", "type": "NAPTR", "order": 1, "preference": 2, "flags": "S", "services": "SIP+D2U",
      "replacement": "_sip._udp.example."},
     {"name": "example.", "type": "HTTPS", "target": "www.example.", "parameters": [
       {"key": "mandatory", "keys": ["port"]}, {"key": "alpn", "protocols": ["h2", "h3"]},
       {"key": "no-default-alpn"}, {"key": "port", "port": 8443},
       {"key": "ipv4hint", "addresses": ["192.0.2.1"]}, {"key": "ipv6hint", "addresses": ["2001:db8::1"]}]},
     {"name": "example.", "type": "SVCB", "priority": 0, "target": "svc.example."},
     {"name": "example.", "type": "TYPE65280", "data": "\\# 3 010203"}],
   "additionals": [
     {"name": "Kitchen._http._tcp.local.", "type": "NSEC", "cacheFlush": true, "types": ["TXT", "SRV"]},
     {"type": "OPT", "options": [{"code": 4, "data": "0000024d444e5301"}]}]}
]
JSON
for compression in none unicast multicast; do
    "$tool" encode dns --file "$scratch/all.json" --compression "$compression" --pcap "$scratch/all.pcap" --force
    check "every type, compression $compression" "$scratch/all.pcap"
done

# What services say in their lives, each message made by the library.
"$benchmark" generate registrations --output "$scratch/registrations.pcap"
check "registrations" "$scratch/registrations.pcap"

# What a reflector has damaged stays damaged, and is left out.
for file in "$captures"/*.pcap "$captures"/*.pcapng; do
    "$tool" frames "$file" --format ndjson |
        python3 -c '
import json, sys
layers = [layer for line in sys.stdin for frame in [json.loads(line)] if not frame["malformed"]
          for layer in frame["layers"] if layer["protocol"] == "mdns"]
json.dump([layer["fields"] for layer in layers if "\"error\":" not in json.dumps(layer)], sys.stdout)
' >"$scratch/messages.json"
    "$tool" encode dns --file "$scratch/messages.json" --pcap "$scratch/messages.pcap" --force
    check "$file" "$scratch/messages.pcap"
done
printf '%d messages, none malformed\n' "$total"
