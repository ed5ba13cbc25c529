import TraceModel
import WireCoding
import WireText

/// The contents of messages, shown beside what is said about them: text, or hexadecimal digits where it is not text.
public struct MessageContent: Sendable {
    /// The most bytes of a message that can be shown.
    public static let maximumLength = TraceMessage.maximumContent
    /// Bytes of a message that are shown if no other limit is given.
    public static let usualLength = 1024

    private let limit: Int

    /// - Parameter limit: Bytes of a message that are shown, at most ``maximumLength``.
    public init(limit: Int = usualLength) { self.limit = min(limit, Self.maximumLength) }

    private func shown(_ message: TraceMessage) -> [UInt8]? { message.content.map { Array($0.prefix(limit)) } }

    /// As text, nil for other bytes and for a content that was not kept. A character that the limit cuts is left out.
    func text(_ message: TraceMessage) -> String? {
        guard let bytes = shown(message), ByteText.isText(bytes, isCut: bytes.count < message.bytes) else { return nil }
        // At most three bytes of the last character are there.
        return (0...min(3, bytes.count)).lazy.compactMap { String(validUTF8: bytes.dropLast($0)) }.first
    }

    /// As hexadecimal digits, where the bytes are not text.
    func hex(_ message: TraceMessage) -> String? {
        text(message) == nil ? shown(message).map { Hex.encode($0) } : nil
    }

    /// Lines below a message.
    func lines(_ message: TraceMessage, width: Int, style: TextStyle) -> [String] {
        guard let bytes = shown(message) else { return [] }
        let isCut = bytes.count < message.bytes
        var lines =
            ByteText.isText(bytes, isCut: isCut)
            ? ByteText.lines(bytes, width: width) : HexDump.lines(bytes, width: width)
        lines = lines.map(style.cyan)
        if isCut {
            let rest = "[\(Quantity.count(message.bytes - bytes.count, "more byte")) not shown]"
            lines += SafeText.wrapped(rest, width: width).map(style.dim)
        }
        return lines
    }

    private static func value(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

    /// A message in JSON with its content as two more members.
    func json(_ message: TraceMessage, line: [UInt8]) -> [UInt8] {
        var members = JSONText(pretty: false)
        members.value(["content": Self.value(text(message)), "contentHex": Self.value(hex(message))] as FieldValue)
        // One object of both: without the brace and the line feed at the end of the first, and the brace of the second.
        var bytes = Array(line.dropLast(2))
        bytes.append(UInt8(ascii: ","))
        bytes += members.bytes.dropFirst()
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
