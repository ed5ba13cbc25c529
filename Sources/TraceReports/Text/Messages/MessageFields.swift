import TraceModel
import WireText

/// The values that a description lists of a message.
enum MessageFields {
    /// As one JSON object.
    static func json(_ fields: KeyedValues<TraceMessage.Value>) -> String? {
        guard let bytes = try? JSONReport.render(fields, pretty: false).dropLast() else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `board=4, note="well played"`, for a line of text; values that are not there are left out.
    static func text(_ fields: KeyedValues<TraceMessage.Value>) -> String? {
        let parts = fields.entries.compactMap { name, value -> String? in
            guard let json = value.flatMap({ try? JSONReport.render($0, pretty: false).dropLast() }) else { return nil }
            let shown = SafeText.cut(SafeText.escaped(String(decoding: json, as: UTF8.self)), width: width)
            return SafeText.escaped(name) + "=" + shown
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Columns of a value.
    private static let width = 60
}
