import PacketDissection
import WireCoding
import WireText

extension RowTable where Row == FrameView {
    /// Frames, one a row: the names of their layers, and the innermost addresses and ports.
    ///
    /// - Parameters:
    ///   - path: Of the capture.
    ///   - width: Columns of the terminal for text; nil for one line a frame, however long.
    public static func frames(of path: String? = nil, width: Int? = nil) -> RowTable {
        frames(of: path) { frame in width.map { frame.lines(width: $0) } ?? frame.line }
    }

    /// The same, with a text of any kind for people.
    public static func frames(of path: String? = nil, text: @escaping (FrameView) -> String) -> RowTable {
        let show = text
        let field = { (frame: FrameView, name: String) -> FieldValue? in
            let layers = frame.description.layers.reversed()
            return layers.lazy.compactMap { $0.fields.first { $0.name == name }?.value }.first
        }
        let text = { (frame: FrameView, name: String) -> CSVText.Field in
            if case .text(let text)? = field(frame, name) { .text(text) } else { .text(nil) }
        }
        let columns: [Column] = [
            .init("frame") { .integer($0.frame) }, .init("time") { .number(Double($0.elapsed) / 1e9) },
            .init("layers") { .text($0.description.layers.map(\.name).joined(separator: " ")) },
            .init("source") { text($0, "source") },
            .init("sourcePort") { .integer(field($0, "sourcePort")?.exactly()) },
            .init("destination") { text($0, "destination") },
            .init("destinationPort") { .integer(field($0, "destinationPort")?.exactly()) },
            .init("malformedLayer") { .text($0.description.fault?.layer) },
            .init("malformedOffset") { .integer($0.description.fault?.offset) },
            .init("malformed") { .text($0.description.fault?.message) },
        ]
        return RowTable(columns, line: { $0.json }, text: ("", show))
            .located(RowLocation(path: path, time: \.time) { $0.description.communityID?.text })
    }
}
