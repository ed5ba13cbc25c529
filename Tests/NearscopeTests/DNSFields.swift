import WireCoding
import TestSupport

/// What a DNS message of `frames` has in each of tshark's fields.
struct DNSFields {
    private(set) var values: [String: [String]] = [:]
    /// Whether a record is given as bytes, because its names do not lead where names lead.
    private(set) var hasBrokenRecord = false
    /// Whether a TXT record has bytes that are no text in one line.
    private(set) var hasBinaryText = false

    init(_ message: [String: Any]) {
        for question in Self.objects(message["questions"]) {
            add("dns.qry.name", Self.name(question["name"]))
            add("dns.qry.type", Self.type(question["type"]))
            add("dns.qry.class", FrameJSON.text(question["class"]))
            add("dns.qry.qu", FrameJSON.text(question["wantsUnicastResponse"]))
        }
        for section in ["answers", "authorities", "additionals"] { Self.objects(message[section]).forEach { add($0) } }
    }

    private mutating func add(_ field: String, _ value: String) { values[field, default: []].append(value) }

    private mutating func add(_ record: [String: Any]) {
        let type = FrameJSON.text(record["type"])
        add(type == "SRV" ? "dns.srv.name" : "dns.resp.name", Self.name(record["name"]))
        add("dns.resp.type", Self.type(type))
        add("dns.resp.cache_flush", record["cacheFlush"].map(FrameJSON.text) ?? "0")
        // Class and TTL of an OPT record are other things (RFC 6891 §6.1.2), and tshark names them so.
        if type != "OPT" {
            add("dns.resp.class", FrameJSON.text(record["class"]))
            add("dns.resp.ttl", FrameJSON.text(record["ttl"]))
        }
        guard record["error"] == nil else {
            hasBrokenRecord = true
            return
        }
        switch type {
        case "PTR": add("dns.ptr.domain_name", Self.name(record["target"]))
        case "SRV":
            add("dns.srv.target", Self.name(record["target"]))
            for field in ["priority", "weight", "port"] { add("dns.srv.\(field)", FrameJSON.text(record[field])) }
        case "A": add("dns.a", FrameJSON.text(record["address"]))
        case "AAAA": add("dns.aaaa", FrameJSON.text(record["address"]))
        case "HINFO":
            add("dns.hinfo.cpu", FrameJSON.text(record["cpu"]))
            add("dns.hinfo.os", FrameJSON.text(record["os"]))
        case "NSEC":
            add("dns.nsec.next_domain_name", Self.name(record["nextDomainName"]))
            // tshark has the types of the bitmap in the field of the record's own type.
            (record["types"] as? [Any] ?? []).forEach { add("dns.resp.type", Self.type($0)) }
        case "TXT":
            (record["strings"] as? [Any] ?? []).forEach { add("dns.txt", FrameJSON.text($0)) }
            let strings = Self.strings(TestSupport.hex(FrameJSON.text(record["data"])))
            hasBinaryText = hasBinaryText || !strings.allSatisfy(Self.isText)
        default: break
        }
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The strings of a TXT record, each behind its length (RFC 1035 §3.3.14).
    private static func strings(_ data: [UInt8]) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var rest = data[...]
        while let length = rest.popFirst() {
            strings.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return strings
    }

    private static func objects(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

    private static func type(_ value: Any?) -> String {
        let name = FrameJSON.text(value)
        let numbers = [
            "A": 1, "NS": 2, "CNAME": 5, "PTR": 12, "HINFO": 13, "TXT": 16, "AAAA": 28, "SRV": 33, "OPT": 41,
            "NSEC": 47, "ANY": 255,
        ]
        return numbers[name].map(String.init) ?? String(name.trimmingPrefix("TYPE"))
    }

    /// A name as tshark writes it: without the last dot and without escapes, except for what would break a line of fields.
    private static func name(_ value: Any?) -> String {
        let escaped = Array(FrameJSON.text(value).utf8)
        guard escaped != [UInt8(ascii: ".")] else { return "<Root>" }
        var bytes: [UInt8] = []
        var index = 0
        while index < escaped.count {
            guard escaped[index] == UInt8(ascii: "\\"), index + 1 < escaped.count else {
                bytes.append(escaped[index])
                index += 1
                continue
            }
            let digits = String(decoding: escaped[(index + 1)...].prefix(3), as: UTF8.self)
            if digits.utf8.count == 3, let byte = UInt8(digits) {
                bytes.append(byte)
                index += 4
            } else {
                bytes.append(escaped[index + 1])
                index += 2
            }
        }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.replacing("\t", with: "\\t").replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    }
}
