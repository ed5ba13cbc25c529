import TraceModel
import WireText

/// The bytes of a session for people: each turn of an end under its direction and time, as text or as hexadecimal digits.
///
/// ```
/// → 5.866301  frame 30
///   {"direct":{"content":"hi"}}
/// ← 5.868712  frame 31
///   [1,448 bytes were not captured]
/// ```
/// Of an opened QUIC connection each turn of a stream has a title that names the stream, and each datagram says that it is one:
/// `→ 5.866301  frame 30  stream 4`, `→ 5.866301  frame 30  datagram  12 bytes`.
///
/// Written as they come, with no more memory than a chunk takes.
public struct StreamText: Sendable {
    /// How bytes are shown.
    @nonexhaustive
    public enum Form: Sendable {
        /// As text, with control characters and bytes that are no text made visible.
        case text
        /// As hexadecimal digits, with offsets and the text beside them.
        case hex
    }

    private let form: Form
    private let width: Int
    private let style: TextStyle
    /// Whether some chunks are datagrams, and others are not.
    private let namesDatagrams: Bool
    /// Whose turn it is; nil before the first.
    private var turn: TraceMessage.Direction?
    /// The stream of the turn, where there are several.
    private var stream: Int?
    /// The offset at which the turn's text goes on.
    private var expected = 0
    private var decoder = ByteText()
    /// Columns of the line that is not ended yet.
    private var column = 0

    private static let margin = "  "

    /// - Parameters:
    ///   - session: The session that the chunks are of.
    ///   - form: How bytes are shown.
    ///   - width: Columns of a line, 40 at least.
    ///   - style: Whether the text has colors.
    public init(_ session: Session, as form: Form, width: Int = 80, style: TextStyle = TextStyle(colored: false)) {
        self.form = form
        self.width = max(40, width)
        self.style = style
        namesDatagrams = session.transport == .quic && SessionTitle.isOpened(session)
    }

    /// The lines of the next chunk; the last one may go on with the next chunk.
    public mutating func text(_ chunk: StreamChunk) -> String {
        var text = ""
        let isNext = chunk.direction == turn && chunk.stream == stream && chunk.offset == expected
        if !isNext || chunk.isDatagram && !isGap(chunk) {
            text += end() + title(chunk)
            (turn, stream) = (chunk.direction, chunk.stream)
        }
        expected = chunk.offset + chunk.count
        switch chunk.content {
        case .missing(let count):
            text +=
                end()
                + lines(["[\(Quantity.count(count, "byte")) \(count == 1 ? "was" : "were") not captured]"], style.red)
        case .bytes(let bytes):
            switch form {
            case .hex:
                text += lines(HexDump.lines(bytes, from: chunk.offset, width: width - Self.margin.count), colored)
            case .text: text += plain(bytes)
            }
        }
        return text
    }

    /// Ends the last line.
    public mutating func end() -> String {
        guard form == .text else { return "" }
        var text = plain(nil)
        if column > 0 { text += "\n" }
        column = 0
        return text
    }

    private func isGap(_ chunk: StreamChunk) -> Bool { if case .missing = chunk.content { true } else { false } }

    private func title(_ chunk: StreamChunk) -> String {
        var details = chunk.stream.map { "  stream \($0)" } ?? ""
        if chunk.isDatagram {
            details = (namesDatagrams ? "  datagram" : "") + "  \(Quantity.count(chunk.count, "byte"))"
        }
        let arrow = chunk.direction == .forward ? "→" : "←"
        let time = Quantity.fixed(chunk.time, decimals: 6)
        return style.heading("\(arrow) \(time)  frame \(chunk.frame)\(details)") + "\n"
    }

    private func lines(_ lines: [String], _ color: (String) -> String) -> String {
        lines.map { Self.margin + color($0) + "\n" }.joined()
    }

    private func colored(_ text: String) -> String { Self.colored(text, turn, style) }

    private static func colored(_ text: String, _ turn: TraceMessage.Direction?, _ style: TextStyle) -> String {
        turn == .backward ? style.yellow(text) : style.cyan(text)
    }

    /// Text that goes on where the line before it ended.
    ///
    /// - Parameter bytes: Nil where nothing follows.
    private mutating func plain(_ bytes: [UInt8]?) -> String {
        var (text, line) = ("", "")
        var (column, decoder) = (self.column, self.decoder)
        let limit = width - Self.margin.count
        let (style, turn) = (style, turn)
        let take = { (unit: ByteText.Unit) in
            switch unit {
            case .lineEnd:
                text += (line.isEmpty ? "" : Self.colored(line, turn, style)) + "\n"
                (line, column) = ("", 0)
            case .run(var rest):
                while !rest.isEmpty {
                    if column >= limit {
                        text += Self.colored(line, turn, style) + "\n"
                        (line, column) = ("", 0)
                    }
                    if column == 0 { text += Self.margin }
                    let part = rest.prefix(limit - column)
                    line += String(decoding: part, as: UTF8.self)
                    column += part.count
                    rest = rest.dropFirst(part.count)
                }
            case .character(let character, let columns):
                if column + columns > limit {
                    text += Self.colored(line, turn, style) + "\n"
                    (line, column) = ("", 0)
                }
                if column == 0 { text += Self.margin }
                line += character
                column += columns
            }
        }
        if let bytes { decoder.read(bytes, take) } else { decoder.finish(take) }
        if !line.isEmpty { text += Self.colored(line, turn, style) }
        (self.column, self.decoder) = (column, decoder)
        return text
    }
}
