import TraceModel
import WireCoding
import WireText

extension RowTable where Row == StreamChunk {
    /// Chunks of a session's bytes, one a row: as text where they are UTF-8, else as hexadecimal digits.
    ///
    /// - Parameter isHex: Whether all are digits.
    public static func chunks(isHex: Bool) -> RowTable {
        let bytes = { (chunk: StreamChunk) -> [UInt8]? in
            if case .bytes(let bytes) = chunk.content { bytes } else { nil }
        }
        let text = { (chunk: StreamChunk) -> String? in isHex ? nil : bytes(chunk).flatMap { String(validUTF8: $0) } }
        return RowTable([
            .init("session") { .integer($0.session) }, .init("time") { .number($0.time) },
            .init("frame") { .integer($0.frame) }, .init("direction") { .text($0.direction.rawValue) },
            .init("offset") { .integer($0.offset) }, .init("bytes") { .integer($0.count) },
            .init("missing") { .flag(bytes($0) == nil) }, .init("text") { .text(text($0)) },
            .init("hex") { chunk in .text(text(chunk) == nil ? bytes(chunk).map { Hex.encode($0) } : nil) },
            .init("stream") { .integer($0.stream) }, .init("datagram") { .flag($0.isDatagram) },
        ])
    }
}
