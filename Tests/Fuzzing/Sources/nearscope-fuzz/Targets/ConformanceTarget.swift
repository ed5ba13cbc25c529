import DNSWire
import ServiceDiscovery
import WireCoding
import WireSimulation
import WireTesting

extension FuzzTarget {
    /// What hosts of a link sent: for each message a byte with its host and how it was sent, one with the time since the one
    /// before in units of 8 ms, two with its length, and the message.
    static let conformance = FuzzTarget(
        name: "conformance", mutators: Mutator.byteLevel,
        seeds: {
            let messages = Generator<DNSMessage>.plausible.wireForms.values(seed: seed, count: seedCount * 6).filter {
                $0.count < 512
            }
            return (0..<seedCount).map { number in
                var link: [UInt8] = []
                for (index, message) in messages.dropFirst(number * 4).prefix(6).enumerated() {
                    let length = message.count
                    link += [UInt8(index % 3), UInt8(30 * index), UInt8(length >> 8), UInt8(length & 0xFF)]
                    link += message
                }
                return link
            }
        },
        run: { bytes in
            let log = heard(bytes)
            let judgement = ConformanceJudgement(log.log)
            for host in judgement.hosts {
                require(
                    host.findings.map(\.rule.id) == ConformanceRule.all.map(\.id),
                    "A card has every rule once, in order")
                for finding in host.findings {
                    let isBroken = finding.verdict == .broken
                    require(
                        isBroken == (finding.broken > 0) && isBroken == !finding.frames.isEmpty,
                        "What is broken has a count and frames, and nothing else has")
                    require(
                        finding.frames.count <= 40 && finding.frames.allSatisfy { 1...log.frames ~= $0 },
                        "Frames are of the capture, 40 at most")
                    require(
                        finding.broken <= finding.occasions && (finding.verdict != .kept || finding.occasions > 0)
                            && (finding.verdict != .noOccasion || finding.occasions == 0),
                        "Faults are occasions, and what is kept had one")
                    require(!host.isRelay || finding.verdict == .cannotSee, "Who repeats others is not judged")
                }
            }
        })

    private static func heard(_ bytes: [UInt8]) -> (log: ConformanceLog, frames: Int) {
        var log = ConformanceLog()
        var (place, frame, time) = (0, 0, Int64(0))
        while place + 4 <= bytes.count {
            let (head, pause) = (bytes[place], bytes[place + 1])
            let end = min(bytes.count, place + 4 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3]))
            let message = Array(bytes[(place + 4)..<max(end, place + 4)])
            place = max(end, place + 4)
            frame += 1
            time += Int64(pause) * 8_000_000
            let (host, isIPv6) = (UInt64(head & 3), head & 4 != 0)
            let group =
                isIPv6
                ? IPAddress(ipv6High: 0xFF02_0000_0000_0000, low: 0xFB) : IPAddress(ipv4: 0xE000_00FB)
            log.note(time: time)
            log.observe(
                message.span,
                of: ObservedDatagram(
                    frame: frame, time: time, linkSource: LinkAddress(rawValue: 0x0200_0000_0000 | host),
                    source: address(host, isIPv6: isIPv6),
                    destination: head & 8 != 0 ? address(UInt64(head >> 6), isIPv6: isIPv6) : group,
                    sourcePort: head & 16 != 0 ? 40_000 : 5353, destinationPort: head & 32 != 0 ? 40_000 : 5353,
                    identification: isIPv6 ? nil : UInt16(frame), hopLimit: 255, isFragmented: false,
                    networkLength: message.count + 28))
        }
        return (log, frame)
    }

    private static func address(_ host: UInt64, isIPv6: Bool) -> IPAddress {
        isIPv6
            ? IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: host) : IPAddress(ipv4: 0x0A00_0000 | UInt32(host))
    }
}
