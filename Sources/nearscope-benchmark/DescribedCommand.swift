import ArgumentParser
import Foundation
import PeerMessaging
import ProtocolDescriptions
import WireCoding

struct DescribedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "described",
        abstract: "Times reading as a description says beside the built-in scanner of mesh messages.",
        discussion: """
            A stream of one sender, made up, of framed messages of about 200 bytes is in memory and read again and again \
            on one thread in pieces of full segments: by the decoder of frames and the scanner that analysis uses \
            (MeshMessageView), and by the decoder of a description with three paths: type, sender and time. They take \
            turns, round by round. The ratio is to the scanner.

            EXAMPLES
              .build/release/nearscope-benchmark described
            """)

    @Option(help: "How long each of the two measurements takes.")
    var seconds = 4.0

    @Option(help: "Messages in memory.")
    var count = 1000

    func validate() throws {
        guard count > 0 else { throw ValidationError("There must be messages.") }
    }

    func run() throws {
        var source = MessageSource(seed: 1)
        var stream: [UInt8] = []
        for _ in 0..<count { stream += source.short(from: 0) }
        var decoder = try CompiledProtocol(Self.mesh).makeDecoder()
        let (scanner, described) = RoundTimer.inTurns(seconds: seconds) {
            Self.scan(stream)
        } _: {
            Self.read(stream, &decoder)
        }
        guard decoder.summary.malformed == 0 else { throw ValidationError("The description does not fit.") }

        let size = Double(stream.count - 4 * count) / Double(count)
        print("\(count) messages of \(String(format: "%.1f", size)) bytes")
        print("                messages/s (best)  ns/message (best)   ratio (best)")
        show("scanner", scanner, against: scanner)
        show("described", described, against: scanner)
    }

    private func show(_ name: String, _ timer: RoundTimer, against reference: RoundTimer) {
        let (median, best) = (timer.median / Double(count) * 1e9, timer.best / Double(count) * 1e9)
        print(
            name.padding(toLength: 15, withPad: " ", startingAt: 0)
                + String(
                    format: " %9.0f (%9.0f)  %8.1f (%8.1f)  %5.2f (%5.2f)", 1e9 / median, 1e9 / best, median, best,
                    timer.median / reference.median, timer.best / reference.best))
    }

    /// The mesh, as `nearscope protocol show mesh` has it, with what all its messages say.
    private static var mesh: ProtocolDescription {
        var description = ProtocolDescription(name: "described-mesh")
        description.framing = MessageFraming(.prefix(.integer(size: 4)))
        description.body = .json
        description.message.type = TypeRule(.key(MessagePath(.body, [.name("type")])))
        description.message.sender = MessagePath(.body, [.name("senderID")])
        description.message.sent = SentRule(
            at: MessagePath(.body, [.name("timestamp")]), .number(unit: .s, epoch: .apple))
        return description
    }

    /// - Returns: A number made of all that is compared: type, sender, time.
    @inline(never)
    private static func scan(_ stream: [UInt8]) -> Int {
        let bytes = stream.span
        var decoder = LengthPrefixedFrameDecoder()
        var sum = 0
        for start in pieces(stream) {
            let piece = bytes.extracting(start..<min(start + segment, bytes.count))
            var position = 0
            while let frame = try? decoder.next(in: piece, at: &position) {
                switch frame.body {
                case .inline(let range): sum &+= number(piece.extracting(range))
                case .assembled: sum &+= number(decoder.assembledBody)
                case .skipped: break
                }
            }
        }
        return sum
    }

    private static func number(_ body: Span<UInt8>) -> Int {
        guard let view = try? MeshMessageView(scanning: body) else { return 0 }
        return Int(view.kind.rawValue) &+ view.senderID.range.count &+ Int(view.timestamp)
    }

    /// - Returns: A number made of all that is compared: type, sender, time.
    @inline(never)
    private static func read(_ stream: [UInt8], _ decoder: inout DescribedDecoder) -> Int {
        let bytes = stream.span
        var sum = 0
        for start in pieces(stream) {
            decoder.read(bytes.extracting(start..<min(start + segment, bytes.count))) { message in
                let names = (message.type?.utf8.count ?? 0) &+ (message.sender?.utf8.count ?? 0)
                sum &+= names &+ Int(message.sent ?? 0) >> 32
            }
        }
        return sum
    }

    /// Full segments over Ethernet and IPv4, so that every seventh message or so straddles two.
    private static let segment = 1460

    private static func pieces(_ stream: [UInt8]) -> StrideTo<Int> { stride(from: 0, to: stream.count, by: segment) }
}
