import Foundation

/// A line of `frames --format ndjson`.
struct FrameJSON {
    let number: String
    let layers: [(name: String, fields: [String: Any])]

    init(_ line: Substring) throws {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        number = Self.text(object["frame"])
        layers = (object["layers"] as? [[String: Any]] ?? []).map { layer in
            (Self.text(layer["protocol"]), layer["fields"] as? [String: Any] ?? [:])
        }
    }

    func hasField(_ field: String, in layer: String) -> Bool {
        layers.contains { $0.name == layer && $0.fields[field] != nil }
    }

    /// A value as text: numbers in decimal, truth as 1 and 0.
    static func text(_ value: Any?) -> String {
        guard let value else { return "" }
        if let text = value as? String { return text }
        let text = "\(value)"
        return text == "true" ? "1" : text == "false" ? "0" : text
    }

    /// All values at a place, from the first layer to the last.
    func values(_ place: (layer: String, path: [String])) -> [String] {
        var texts: [String] = []
        for layer in layers where layer.name == place.layer {
            var values: [Any] = [layer.fields]
            for step in place.path { values = values.flatMap { value in Self.step(step, from: value) } }
            for value in values { texts.append(Self.text(value)) }
        }
        return texts
    }

    private static func step(_ step: String, from value: Any) -> [Any] {
        guard let object = value as? [String: Any] else { return [] }
        if Int(step) != nil { return text(object["type"] ?? object["id"]) == step ? [object] : [] }
        guard let next = object[step] else { return [] }
        return next as? [Any] ?? [next]
    }
}
