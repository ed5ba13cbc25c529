import PeerMessaging
import WireCoding

/// The mesh messages of a byte stream, and where it breaks.
public struct MeshStreamReport: Encodable {
    let schema = "nearscope.mesh/1"
    /// The messages that could be decoded, in order of their offsets.
    public private(set) var messages: [MeshMessageReport] = []
    /// Bodies that are not messages, impossible lengths, and an incomplete frame at the end; in order of their offsets.
    public private(set) var faults: [Fault] = []

    /// An error in the stream.
    public struct Fault: Encodable {
        /// The offset of the byte that shows it, from the start of the input.
        public let offset: Int
        /// The error as a sentence without its period, with the frame that it is in.
        public let message: String
        /// The bytes around it (``HexExcerpt``).
        public let excerpt: String
        /// The number of bytes skipped up to the next frame; nil if none was searched for or none was found.
        public fileprivate(set) var skippedBytes: Int?
    }

    /// Reads one message.
    ///
    /// - Parameter body: The JSON, without a length before it.
    public init(body: [UInt8]) { read(body, at: 0, of: body, isFramed: false) }

    /// Reads the messages of a stream.
    ///
    /// - Parameters:
    ///   - stream: Frames: each a body after its length in four bytes, big-endian. They need not end with a whole one.
    ///   - resynchronizes: Whether messages are searched for after impossible lengths, where reading ends otherwise.
    public init(stream: [UInt8], resynchronizes: Bool) {
        var decoder = LengthPrefixedFrameDecoder()
        var position = 0
        while true {
            let broken: Int
            do throws(FramingError) {
                while let frame = try decoder.next(in: stream.span, at: &position) {
                    // The stream is in one piece, and so is each body in it.
                    guard case .inline(let range) = frame.body else { continue }
                    read(Array(stream[range]), at: range.lowerBound, of: stream, isFramed: true)
                }
                guard let pending = decoder.pendingFrame else { return }
                add(Self.describe(pending), at: pending.streamOffset, in: stream)
                broken = pending.streamOffset
            } catch {
                add(error.description, at: error.streamOffset, in: stream)
                broken = error.streamOffset
            }
            guard resynchronizes else { return }
            position = broken + 1
            var search = FrameResynchronizer(startingAt: position)
            guard let found = search.next(in: stream.span, at: &position) ?? search.finish() else { return }
            faults[faults.count - 1].skippedBytes = found.streamOffset - broken
            position = found.streamOffset
            decoder.restart(at: position)
        }
    }

    private mutating func read(_ body: [UInt8], at offset: Int, of input: [UInt8], isFramed: Bool) {
        do throws(MeshMessageError) {
            let message = try MeshMessage(parsing: body.span)
            messages.append(
                MeshMessageReport(message, offset: isFramed ? offset - 4 : nil, bytes: body.count))
        } catch {
            let place = isFramed ? ", in the frame at stream offset \(offset - 4)" : ""
            add("not a mesh message: \(error)\(place)", at: offset + error.offset, in: input)
        }
    }

    private mutating func add(_ message: String, at offset: Int, in input: [UInt8]) {
        faults.append(Fault(offset: offset, message: message, excerpt: HexExcerpt.text(input, at: offset)))
    }

    private static func describe(_ pending: LengthPrefixedFrameDecoder.PendingFrame) -> String {
        let declared = pending.bodyLength.map { "its length is \($0), \(pending.pendingBytes - 4) bytes follow" }
        return "the frame at stream offset \(pending.streamOffset) is incomplete: \(declared ?? "within its length")"
    }
}
