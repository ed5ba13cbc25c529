import WireCoding

/// The kind of text that a stream or a datagram starts with, judged by its first bytes and not by a port.
@nonexhaustive
public enum TextKind: String, Hashable, Sendable, CaseIterable {
    /// A request or a status line of version 1, or the preface of version 2 (RFC 9112, RFC 9113 §3.4).
    case http = "HTTP"
    /// A request or a status line (RFC 2326 §6, RFC 7826 §7), also of AirPlay.
    case rtsp = "RTSP"
    /// A request or a status line (RFC 3261 §7).
    case sip = "SIP"
    /// An object or an array (RFC 8259).
    case json = "JSON"
    /// A declaration or an element, also of HTML.
    case xml = "XML"
    /// Any other readable text: UTF-8 without control characters, except those for lines and columns.
    case text = "text"

    /// How many bytes are looked at.
    public static let maximumPrefix = 64
    /// Bytes of ``text`` that does not end a line: fewer may be text by chance.
    public static let minimumLength = 8

    /// The kind, or nil if the bytes are not text or too few to decide.
    ///
    /// - Parameter prefix: The first bytes of a direction or a datagram; those beyond the first 64 do not count.
    public init?(prefix: Span<UInt8>) {
        let end = min(prefix.count, Self.maximumPrefix)
        guard Self.isText(prefix, end: end) else {
            // What follows the head of a message may be any bytes.
            guard let head = Self.endOfHead(prefix, end: end), Self.isText(prefix, end: head),
                let kind = Self.startLine(prefix, at: 0, end: head)
            else { return nil }
            self = kind
            return
        }
        let start = Self.nextVisible(prefix, from: prefix.starts(with: "\u{FEFF}") ? 3 : 0, end: end)
        guard start < end else { return nil }
        let next = Self.nextVisible(prefix, from: start &+ 1, end: end)
        switch prefix[start] {
        case UInt8(ascii: "{") where next < end && (prefix[next] == UInt8(ascii: "\"") || prefix[next] == 0x7D):
            self = .json
        case UInt8(ascii: "[") where next < end && (prefix[next] == 0x5D || JSONScanner.beginsValue(prefix[next])):
            self = .json
        case UInt8(ascii: "<") where next == start &+ 1 && next < end && Self.beginsMarkup(prefix[next]):
            self = .xml
        default:
            if let kind = Self.startLine(prefix, at: start, end: end) {
                self = kind
            } else if end >= Self.minimumLength || prefix[end &- 1] == 0x0A {
                self = .text
            } else {
                return nil
            }
        }
    }

    private static func beginsMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") || (0x61...0x7A).contains(byte | 0x20)
    }

    /// The protocol of a status line (`HTTP/1.1 200`) or a request line (`GET / HTTP/1.1`): a name in capitals, a space, a
    /// target, a space and the version. Where the version lies beyond the end, the target decides.
    private static func startLine(_ text: Span<UInt8>, at start: Int, end: Int) -> TextKind? {
        if let kind = version(text, at: start) { return kind }
        var cursor = start
        while cursor < end, (0x41...0x5A).contains(text[cursor]) || text[cursor] == UInt8(ascii: "_") { cursor &+= 1 }
        guard (3...13).contains(cursor &- start), cursor < end, text[cursor] == 0x20 else { return nil }
        let target = cursor &+ 1
        cursor = target
        while cursor < end, text[cursor] > 0x20 { cursor &+= 1 }
        if text.starts(with: "sip:", at: target) || text.starts(with: "sips:", at: target) { return .sip }
        if text.starts(with: "rtsp:", at: target) || text.starts(with: "rtspu:", at: target) { return .rtsp }
        if cursor < end, text[cursor] == 0x20, let kind = version(text, at: cursor &+ 1) { return kind }
        return isHTTPTarget(text, at: target, end: end) ? .http : nil
    }

    private static func version(_ text: Span<UInt8>, at position: Int) -> TextKind? {
        if text.starts(with: "HTTP/", at: position) { return .http }
        if text.starts(with: "RTSP/", at: position) { return .rtsp }
        return text.starts(with: "SIP/", at: position) ? .sip : nil
    }

    /// A path, an absolute URI, or the `*` of version 2 (RFC 9112 §3.2).
    private static func isHTTPTarget(_ text: Span<UInt8>, at position: Int, end: Int) -> Bool {
        position < end && text[position] == UInt8(ascii: "/") || text.starts(with: "http", at: position)
            || text.starts(with: "* HTTP/", at: position)
    }

    /// The offset after the first empty line, which ends the head of HTTP, RTSP and SIP alike (RFC 9112 §2.1).
    private static func endOfHead(_ text: Span<UInt8>, end: Int) -> Int? {
        var cursor = 0
        while cursor &+ 4 <= end {
            if text.starts(with: "\r\n\r\n", at: cursor) { return cursor &+ 4 }
            cursor &+= 1
        }
        return nil
    }

    private static func nextVisible(_ text: Span<UInt8>, from start: Int, end: Int) -> Int {
        var cursor = start
        while cursor < end, text[cursor] == 0x20 || (0x09...0x0D).contains(text[cursor]) { cursor &+= 1 }
        return cursor
    }

    /// Whether all bytes are text. The last character may reach beyond the end.
    private static func isText(_ text: Span<UInt8>, end: Int) -> Bool {
        var cursor = 0
        while cursor < end {
            let byte = text[cursor]
            switch byte {
            case 0x20..<0x7F, 0x09, 0x0A, 0x0D: cursor &+= 1
            case 0x80...:
                let length = UTF8Text.sequenceLength(in: text, at: cursor)
                guard length > 0 else { return false }
                cursor &+= length
            default: return false
            }
        }
        return cursor > 0
    }
}
