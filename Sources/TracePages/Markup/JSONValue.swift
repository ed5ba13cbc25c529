import WireCoding

/// Values as JSON has them.
enum JSONValue {
    static func text(_ value: Double) -> String {
        var json = JSONText(pretty: false)
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func text(_ value: String) -> String {
        var json = JSONText(pretty: false)
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
