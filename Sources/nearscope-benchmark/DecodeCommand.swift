import ArgumentParser
import DNSWire
import Foundation
import WireCoding

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Times the decoder and the encoder of DNS messages on the mDNS messages of captures.",
        discussion: """
            All payloads of UDP port 5353 are read into memory and then decoded on one thread into owned messages, again
            and again. The line "walk" is the floor: it follows all lengths and keeps nothing. What decoding costs beyond
            it is memory, names and reference counts.

            EXAMPLES
              .build/release/nearscope-benchmark decode Fixtures/bonjour/*.pcap
              .build/release/nearscope-benchmark decode trace.pcap --write-payloads payloads.bin
            """)

    @Argument(help: "The captures.", completion: .file())
    var files: [String]

    @Option(help: "How long each measurement takes.")
    var seconds = 2.0

    @Flag(help: "Also time decoding when every name is copied out of its message (DNSName.compacted).")
    var copies = false

    @Option(help: "Also write the messages to this file, each after its two-byte length.", completion: .file())
    var writePayloads: String?

    func run() throws {
        var payloads = DNSPayloads()
        for file in files { try payloads.append(captureAt: file) }
        guard !payloads.ranges.isEmpty else { throw ValidationError("No mDNS messages in these captures.") }
        if let writePayloads { try payloads.write(to: writePayloads) }

        var counts = DNSMessageCounts()
        var messages: [DNSMessage] = []
        for range in payloads.ranges {
            let (message, error) = DNSMessage.parsePrefix(payloads.bytes.span.extracting(range))
            if error == nil { messages.append(message) }
            counts.add(message)
        }
        describe(payloads, counts, whole: messages.count)
        measure(payloads, messages, entries: counts.questions + counts.records)
    }

    private func describe(_ payloads: DNSPayloads, _ counts: DNSMessageCounts, whole: Int) {
        let number = payloads.ranges.count
        let each = { (count: Int) in String(format: "%.1f", Double(count) / Double(number)) }
        print("\(number) messages, \(whole) without a fault, of \(each(payloads.bytes.count)) bytes,")
        print("each \(each(counts.questions)) questions, \(each(counts.records)) records, \(each(counts.names)) names")
        print(counts.types.prefix(10).map { "\($0.type) \($0.count)" }.joined(separator: ", "))
    }

    private func measure(_ payloads: DNSPayloads, _ messages: [DNSMessage], entries: Int) {
        print("          messages/s (best)  ns/message (best)  ns/entry (best)")
        let show = { (name: String, timer: RoundTimer, count: Int) in
            let (median, best) = (timer.median / Double(count) * 1e9, timer.best / Double(count) * 1e9)
            let entry = Double(count) / Double(entries)
            print(
                name.padding(toLength: 8, withPad: " ", startingAt: 0)
                    + String(
                        format: "  %9.0f (%9.0f)   %7.0f (%7.0f)  %6.1f (%6.1f)", 1e9 / median, 1e9 / best, median,
                        best,
                        median * entry, best * entry))
        }
        let count = payloads.ranges.count
        show("walk", RoundTimer(seconds: seconds) { Self.walk(payloads) }, count)
        show("decode", RoundTimer(seconds: seconds) { Self.decode(payloads) }, count)
        if copies { show("copies", RoundTimer(seconds: seconds) { Self.decodeAndCopy(payloads) }, count) }
        var writer = ByteWriter(reservingCapacity: 1 << 16)
        // A message from a datagram is not too long to be written.
        let encoding = RoundTimer(seconds: seconds) { writer.sum(of: messages) { try? $0.serialize(into: &$1) } }
        show("encode", encoding, messages.count)
    }

    @inline(never)
    private static func walk(_ payloads: DNSPayloads) -> Int { payloads.sum(DNSWalk.count) }

    @inline(never)
    private static func decode(_ payloads: DNSPayloads) -> Int {
        payloads.sum { bytes in
            let (message, _) = DNSMessage.parsePrefix(bytes)
            return message.answers.count &+ message.questions.count
        }
    }

    @inline(never)
    private static func decodeAndCopy(_ payloads: DNSPayloads) -> Int {
        payloads.sum { bytes in
            let (message, _) = DNSMessage.parsePrefix(bytes)
            var sum = 0
            for question in message.questions { sum &+= question.name.compacted().encodedSize }
            for section in [message.answers, message.authorities, message.additionals] {
                for record in section {
                    sum &+= record.name.compacted().encodedSize
                    switch record.data {
                    case .pointer(let name), .canonicalName(let name), .nameServer(let name):
                        sum &+= name.compacted().encodedSize
                    case .service(let location): sum &+= location.target.compacted().encodedSize
                    case .nextSecure(let next): sum &+= next.nextDomainName.compacted().encodedSize
                    default: break
                    }
                }
            }
            return sum
        }
    }
}
