/// Follows one direction of HTTP or RTSP from message to message, to see what comes after the last one: some connections
/// open in plain text and go on encrypted, as HomeKit's and AirPlay's do after pair-verify.
///
/// Of heads only what gives a message's length is read, of bodies nothing (RFC 9112 §6). It holds the beginning of one line.
public struct TextChannelFollower: Sendable {
    /// The longest beginning of a line that is kept; the fields that count are shorter.
    public static let maximumLine = 64
    /// Bytes after the last message by which it is decided what they are.
    private static let sampleLength = 32
    /// How many of them have their highest bit set at least: of text none, of random bytes half, and fewer than this once in a
    /// thousand times.
    private static let leastHigh = 8

    /// Where in the stream the next byte is.
    private enum Place: Sendable {
        case firstLine, field, body
        case chunkSize, chunkEnd, trailer
        /// After the messages, where the bytes are not text.
        case sample
        case encrypted
        /// The length of the message is unknown, bytes are missing, or another protocol was agreed on.
        case lost
    }

    private var place = Place.firstLine
    private var line: [UInt8] = []
    /// Bytes of the body or the chunk that are to come.
    private var remaining = 0
    private var isChunked = false
    private var isSwitching = false
    /// Whether the message goes on to the end of the connection where nothing gives its length: HTTP's answers do.
    private var needsLength = false
    private var messages = 0
    /// Whether any of the body has come: the answer to HEAD gives the length of one that does not come (RFC 9110 §9.3.2).
    private var hasBody = false

    /// Begins with the first byte of the stream.
    public init() {}

    /// Whether whole messages came, and after them bytes that look encrypted.
    public var isEncrypted: Bool { place == .encrypted }

    /// Bytes of a line that are held.
    public var heldBytes: Int { line.count }

    /// Takes the next bytes of the stream.
    public mutating func observe(_ bytes: Span<UInt8>) {
        var position = 0
        while position < bytes.count {
            switch place {
            case .lost, .encrypted: return
            case .body:
                let taken = min(remaining, bytes.count &- position)
                hasBody = true
                remaining &-= taken
                position &+= taken
                if remaining == 0 { endBody() }
            case .sample:
                line.append(bytes[position])
                position &+= 1
                if line.count >= Self.sampleLength { judge() }
            case .firstLine, .field, .chunkSize, .chunkEnd, .trailer:
                take(bytes[position])
                position &+= 1
            }
        }
    }

    /// Whether a message has begun, and is not whole.
    public var isWithinMessage: Bool {
        switch place {
        case .field, .chunkEnd, .trailer: true
        case .body, .chunkSize: hasBody
        case .firstLine: !line.isEmpty
        case .sample, .encrypted, .lost: false
        }
    }

    /// Bytes come next that are not in the capture, or no more of the stream is wanted.
    public mutating func stop() {
        if place != .encrypted { place = .lost }
        line = []
    }

    private mutating func take(_ byte: UInt8) {
        if byte == 0x0A {
            if line.last == 0x0D { line.removeLast() }
            endLine()
            line.removeAll(keepingCapacity: true)
        } else {
            if line.count < Self.maximumLine { line.append(byte) }
            guard place == .firstLine, line.count < Self.maximumLine, !Self.isText(byte) else { return }
            // A dollar sign announces media between the messages of RTSP (RFC 2326 §10.12).
            guard messages > 0, line[0] != UInt8(ascii: "$") else { return place = .lost }
            place = .sample
            // What was text so far says nothing of what comes now.
            line = [byte]
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) || byte == 0x0D || byte == 0x09 }

    private mutating func judge() {
        place = line.count(where: { $0 >= 0x80 }) >= Self.leastHigh ? .encrypted : .lost
        line = []
    }

    private mutating func endLine() {
        switch place {
        case .firstLine:
            // Empty lines before a message are to be ignored (RFC 9112 §2.2).
            guard !line.isEmpty else { return }
            (remaining, isChunked, isSwitching, needsLength, hasBody) = (0, false, false, false, false)
            if begins(with: "http/") {
                readStatus()
            } else if begins(with: "connect ") {
                isSwitching = true
            }
            place = .field
        case .field:
            if line.isEmpty { endHead() } else { readField() }
        case .chunkSize:
            guard let size = Self.number(line, from: 0, radix: 16) else { return place = .lost }
            (remaining, place) = (size, size > 0 ? .body : .trailer)
        case .chunkEnd: place = line.isEmpty ? .chunkSize : .lost
        case .trailer: if line.isEmpty { endMessage() }
        case .body, .sample, .encrypted, .lost: break
        }
    }

    /// The status of an answer of HTTP, after its version: `HTTP/1.1 200 OK`.
    private mutating func readStatus() {
        let status = Self.number(line, from: min(9, line.count), radix: 10) ?? 0
        // After 101 another protocol follows. These have no body (RFC 9112 §6.3).
        isSwitching = status == 101
        needsLength = !(100..<200).contains(status) && status != 204 && status != 304
    }

    private mutating func readField() {
        if begins(with: "content-length:") {
            guard let length = Self.number(line, from: 15, radix: 10) else { return place = .lost }
            (remaining, needsLength) = (length, false)
        } else if begins(with: "transfer-encoding:") {
            isChunked = true
        } else if begins(with: "upgrade:") {
            isSwitching = true
        }
    }

    private mutating func endHead() {
        if isSwitching {
            stop()
        } else if isChunked {
            place = .chunkSize
        } else if needsLength {
            place = .lost
        } else if remaining > 0 {
            place = .body
        } else {
            endMessage()
        }
    }

    private mutating func endBody() {
        if isChunked { place = .chunkEnd } else { endMessage() }
    }

    private mutating func endMessage() {
        messages &+= 1
        place = .firstLine
    }

    /// Whether the line begins so, whatever the case of its letters.
    private func begins(with name: StaticString) -> Bool {
        var cursor = 0
        for byte in name.description.utf8 {
            guard cursor < line.count else { return false }
            let letter = line[cursor]
            guard letter == byte || (0x41...0x5A).contains(letter) && letter | 0x20 == byte else { return false }
            cursor &+= 1
        }
        return true
    }

    /// The number after optional spaces, up to the first byte that is not a digit. Nil without digits, or if it is too large.
    private static func number(_ line: [UInt8], from start: Int, radix: Int) -> Int? {
        var cursor = start
        while cursor < line.count, line[cursor] == 0x20 || line[cursor] == 0x09 { cursor += 1 }
        let first = cursor
        var value = 0
        while cursor < line.count, let digit = Character(Unicode.Scalar(line[cursor])).hexDigitValue, digit < radix {
            guard value < 1 << 48 else { return nil }
            value = value * radix + digit
            cursor += 1
        }
        return cursor > first ? value : nil
    }
}
