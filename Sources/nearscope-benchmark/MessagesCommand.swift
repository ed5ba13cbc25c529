import ArgumentParser
import Foundation
import PeerMessaging
import WireCoding

struct MessagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "Times the scanner and the encoder of mesh messages beside Foundation's.",
        discussion: """
            Messages of about 200 bytes, made up, are in memory and read again and again on one thread: by a JSONDecoder \
            that is used for all of them, by the scanner that analysis uses (MeshMessageView) and into owned values \
            (MeshMessage). They are written by a JSONEncoder and by ours. The ratios are to Foundation in the same run.

            EXAMPLES
              .build/release/nearscope-benchmark messages
            """)

    @Option(help: "How long each measurement takes.")
    var seconds = 2.0

    @Option(help: "Messages in memory.")
    var count = 1000

    @Flag(help: "Measure only the scanner, for a profiler.")
    var scannerOnly = false

    func validate() throws {
        guard count > 0 else { throw ValidationError("There must be messages.") }
    }

    func run() throws {
        var source = MessageSource(seed: 1)
        var stream: [UInt8] = []
        var bodies: [Range<Int>] = []
        for number in 0..<count {
            let frame = source.short(from: number % 1000)
            bodies.append(stream.count + 4..<stream.count + frame.count)
            stream += frame
        }
        if scannerOnly {
            print(RoundTimer(seconds: seconds) { Self.scan(stream, bodies) }.best / Double(count) * 1e9, "ns")
            return
        }
        try measure(stream, bodies)
    }

    private func measure(_ stream: [UInt8], _ bodies: [Range<Int>]) throws {
        let size = Double(stream.count - 4 * count) / Double(count)
        print("\(count) messages of \(String(format: "%.1f", size)) bytes")
        print("                messages/s (best)  ns/message (best)   ratio (best)")
        let time = { (work: () -> Int) in RoundTimer(seconds: seconds, work) }

        let data = bodies.map { Data(stream[$0]) }
        let decoder = JSONDecoder()
        let decoding = time { Self.decode(data, with: decoder) }
        show("JSONDecoder", decoding, against: decoding)
        show("scanner", time { Self.scan(stream, bodies) }, against: decoding)
        show("owned", time { Self.parse(stream, bodies) }, against: decoding)
        show("frames", time { Self.frame(stream, scanning: false) }, against: decoding)
        show("frames, scanner", time { Self.frame(stream, scanning: true) }, against: decoding)

        let values = try data.map { try decoder.decode(CodableMeshMessage.self, from: $0) }
        let messages = try bodies.map { try MeshMessage(parsing: stream.span.extracting($0)) }
        let encoder = JSONEncoder()
        let encoding = time { Self.encode(values, with: encoder) }
        show("JSONEncoder", encoding, against: encoding)
        var writer = ByteWriter(reservingCapacity: 1 << 16)
        // A message read from a body has a finite time.
        show("encoder", time { writer.sum(of: messages) { try? $0.serialize(into: &$1) } }, against: encoding)
    }

    private func show(_ name: String, _ timer: RoundTimer, against reference: RoundTimer) {
        let (median, best) = (timer.median / Double(count) * 1e9, timer.best / Double(count) * 1e9)
        print(
            name.padding(toLength: 15, withPad: " ", startingAt: 0)
                + String(
                    format: " %9.0f (%9.0f)  %8.1f (%8.1f)  %5.1f (%5.1f)", 1e9 / median, 1e9 / best, median, best,
                    reference.median / timer.median, reference.best / timer.best))
    }

    @inline(never)
    private static func decode(_ bodies: [Data], with decoder: JSONDecoder) -> Int {
        var sum = 0
        for body in bodies {
            // Made by our encoder, which Foundation's decoder accepts; a test says so.
            guard let message = try? decoder.decode(CodableMeshMessage.self, from: body) else { return 0 }
            sum &+= message.senderID.utf8.count
        }
        return sum
    }

    @inline(never)
    private static func scan(_ stream: [UInt8], _ bodies: [Range<Int>]) -> Int {
        sum(stream, bodies) { try? MeshMessageView(scanning: $0).payloadLength }
    }

    @inline(never)
    private static func parse(_ stream: [UInt8], _ bodies: [Range<Int>]) -> Int {
        sum(stream, bodies) { try? MeshMessage(parsing: $0).senderID.utf8.count }
    }

    /// Does the work with each body, and adds up the results; 0 if one cannot be read.
    @inline(__always)
    private static func sum(_ stream: [UInt8], _ bodies: [Range<Int>], _ work: (Span<UInt8>) -> Int?) -> Int {
        let bytes = stream.span
        var sum = 0
        for body in bodies {
            guard let result = work(bytes.extracting(body)) else { return 0 }
            sum &+= result
        }
        return sum
    }

    /// The stream in pieces as large as full segments, so that every seventh frame or so straddles two.
    @inline(never)
    private static func frame(_ stream: [UInt8], scanning: Bool) -> Int {
        let bytes = stream.span
        var decoder = LengthPrefixedFrameDecoder()
        var sum = 0
        var start = 0
        while start < bytes.count {
            let piece = bytes.extracting(start..<min(start &+ 1448, bytes.count))
            var position = 0
            while let frame = try? decoder.next(in: piece, at: &position) {
                sum &+= frame.bodyLength
                guard scanning else { continue }
                switch frame.body {
                case .inline(let range): sum &+= payloadLength(piece.extracting(range))
                case .assembled: sum &+= payloadLength(decoder.assembledBody)
                case .skipped: break
                }
            }
            start &+= piece.count
        }
        return sum
    }

    private static func payloadLength(_ body: Span<UInt8>) -> Int {
        (try? MeshMessageView(scanning: body))?.payloadLength ?? 0
    }

    @inline(never)
    private static func encode(_ messages: [CodableMeshMessage], with encoder: JSONEncoder) -> Int {
        var sum = 0
        for message in messages { sum &+= (try? encoder.encode(message))?.count ?? 0 }
        return sum
    }
}

/// The message as applications declare it, for Foundation's encoder and decoder.
struct CodableMeshMessage: Codable {
    enum MessageType: Codable {
        case identification(peerID: String, displayName: String)
        case broadcast(payload: Data)
        case direct(payload: Data)
        case relayedBroadcast(payload: Data, originalSender: String, seenBy: Set<String>)
    }

    let type: MessageType
    let senderID: String
    let timestamp: Date
}
