import WireCoding

extension MeshMessageView {
    /// Scans the body of a frame, once.
    ///
    /// A message of the four known kinds is accepted exactly when Foundation's `JSONDecoder` with its default
    /// strategies accepts it: members in any order, unknown members anywhere, a repeated member counts once and the first
    /// time, a byte order mark, white space around, a comma before a closing bracket. What is deliberately different:
    ///
    /// - Timestamps by RFC 3339 are accepted; ``timestampForm`` shows which form it was.
    /// - A case of another name is accepted as ``Kind/unknown``.
    /// - Base64 must be padded by RFC 4648; on Linux, Foundation also takes `AAAA====` and `AA=A`.
    /// - A zero timestamp with an exponent (`0e5`) is a number; on Linux, Foundation refuses some.
    /// - The text must be UTF-8; Foundation also takes UTF-16 and UTF-32.
    /// - The text must be shorter than 2 GiB.
    public init(scanning body: Span<UInt8>) throws(MeshMessageError) {
        guard body.count < Int32.max else { throw MeshMessageError(.tooLong, offset: 0) }
        self.init()
        var scanner = JSONScanner(body)
        var hasType = false
        var hasSender = false
        var hasTimestamp = false
        var hasMember = try scanner.enterObject()
        while hasMember {
            switch try scanner.readMember() {
            case .type where !hasType:
                try scanType(&scanner)
                hasType = true
            case .senderID where !hasSender:
                senderID = try scanner.readString()
                hasSender = true
            case .timestamp where !hasTimestamp:
                try scanTimestamp(&scanner)
                hasTimestamp = true
            default:
                try scanner.skipValue(depth: 1)
            }
            hasMember = try scanner.nextMember()
        }
        guard hasType && hasSender && hasTimestamp else {
            throw MeshMessageError(.missingMember, offset: scanner.position &- 1)
        }
        try scanner.expectEnd()
    }

    /// Seconds, or a date and time.
    @inline(__always)
    private mutating func scanTimestamp(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        if try scanner.nextToken() == UInt8(ascii: "\"") {
            timestampForm = .iso8601
            try scanDate(&scanner)
        } else {
            timestamp = try scanner.readNumber()
        }
    }

    @inline(never)
    private mutating func scanDate(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        let start = scanner.position
        timestampText = try scanner.readString()
        guard let time = MeshTimestamp.unixTime(rfc3339: timestampText.utf8(in: scanner.text).span) else {
            throw MeshMessageError(.invalidDate, offset: start)
        }
        timestamp = time - MeshTimestamp.referenceUnixTime
    }

    /// An object whose one known member names the case and holds its values.
    @inline(__always)
    private mutating func scanType(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        var unknownNames = 0
        var hasMember = try scanner.enterObject()
        while hasMember {
            let (known, text) = try scanner.readKind()
            _ = try scanner.nextToken()
            let start = scanner.position
            if known == .unknown {
                try scanner.skipValue(depth: 2)
                if kind == .unknown {
                    unknownNames &+= 1
                    (caseName, caseValue) = (text, JSONStringRange(start..<scanner.position, hasEscapes: false))
                }
            } else if kind == .unknown {
                kind = known
                try scanValues(&scanner)
                (caseName, caseValue) = (text, JSONStringRange(start..<scanner.position, hasEscapes: false))
            } else if kind == known {
                try scanner.skipValue(depth: 2)
            } else {
                throw MeshMessageError(.severalCases, offset: Int(text.lowerBound))
            }
            hasMember = try scanner.nextMember()
        }
        guard kind != .unknown || unknownNames == 1 else {
            throw MeshMessageError(unknownNames == 0 ? .missingCase : .severalCases, offset: scanner.position &- 1)
        }
    }

    /// The associated values of a known case.
    @inline(__always)
    private mutating func scanValues(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        var missing = Values(of: kind)
        var hasMember = try scanner.enterObject()
        while hasMember {
            let value = try scanner.readValueName()
            if !missing.isDisjoint(with: value) {
                missing.remove(value)
                switch value {
                case .payload: try scanPayload(&scanner)
                case .peerID: peerID = try scanner.readString()
                case .displayName: displayName = try scanner.readString()
                case .originalSender: originalSender = try scanner.readString()
                default: try scanSeenBy(&scanner)
                }
            } else {
                try scanner.skipValue(depth: 3)
            }
            hasMember = try scanner.nextMember()
        }
        guard missing.isEmpty else { throw MeshMessageError(.missingMember, offset: scanner.position &- 1) }
    }

    @inline(__always)
    private mutating func scanPayload(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        let (text, length) = try scanner.readBase64()
        payload = text
        payloadCount = Int32(truncatingIfNeeded: length)
    }

    @inline(never)
    private mutating func scanSeenBy(_ scanner: inout JSONScanner) throws(MeshMessageError) {
        _ = try scanner.nextToken()
        let start = scanner.position
        var hasElement = try scanner.enter(UInt8(ascii: "["), UInt8(ascii: "]"))
        while hasElement {
            _ = try scanner.readString()
            peerCount &+= 1
            hasElement = try scanner.nextElement(before: UInt8(ascii: "]"))
        }
        seenBy = JSONStringRange(start..<scanner.position, hasEscapes: false)
    }
}

extension MeshMessageView {
    /// The elements of a relayed broadcast's `seenBy`, in their order, repeated ones included.
    ///
    /// - Parameter body: The body that was scanned.
    public func seenBy(in body: Span<UInt8>) -> [String] {
        guard seenByCount > 0 else { return [] }
        var peers: [String] = []
        var scanner = JSONScanner(body.extracting(seenByRange))
        // The array was scanned before: nothing here throws for the body that it was scanned from.
        do throws(MeshMessageError) {
            var hasElement = try scanner.enter(UInt8(ascii: "["), UInt8(ascii: "]"))
            while hasElement {
                peers.append(try scanner.readString().string(in: scanner.text))
                hasElement = try scanner.nextElement(before: UInt8(ascii: "]"))
            }
        } catch {
            return peers
        }
        return peers
    }
}

/// A member of the message.
private enum Member { case type, senderID, timestamp, other }

/// Names first as encoders write them, then as they may also be written.
extension JSONScanner {
    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readMember() throws(JSONDecodingError) -> Member {
        if skipName(.type) { return .type }
        if skipName(.senderID) { return .senderID }
        if skipName(.timestamp) { return .timestamp }
        return switch JSONName(try readMemberName(), in: text) {
        case .type: .type
        case .senderID: .senderID
        case .timestamp: .timestamp
        default: .other
        }
    }

    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readKind() throws(JSONDecodingError) -> (MeshMessageView.Kind, JSONStringRange) {
        let start = position &+ 1
        if skipName(.broadcast) { return (.broadcast, JSONStringRange(start, .broadcast)) }
        if skipName(.direct) { return (.direct, JSONStringRange(start, .direct)) }
        let name = try readMemberName()
        let kind: MeshMessageView.Kind =
            switch JSONName(name, in: text) {
            case .broadcast: .broadcast
            case .direct: .direct
            case .identification: .identification
            case .relayedBroadcast: .relayedBroadcast
            default: .unknown
            }
        return (kind, name)
    }

    /// One of the associated values, or none for another name.
    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readValueName() throws(JSONDecodingError) -> Values {
        if skipName(.payload) { return .payload }
        return switch JSONName(try readMemberName(), in: text) {
        case .payload: .payload
        case .peerID: .peerID
        case .displayName: .displayName
        case .originalSender: .originalSender
        case .seenBy: .seenBy
        default: []
        }
    }
}

extension JSONStringRange {
    /// A name that is written without escapes.
    @inline(__always)
    fileprivate init(_ start: Int, _ name: JSONName) {
        self.init(start..<start &+ name.length, hasEscapes: false)
    }
}

/// The associated values of a case.
private struct Values: OptionSet {
    let rawValue: UInt8

    static let payload = Values(rawValue: 1)
    static let peerID = Values(rawValue: 2)
    static let displayName = Values(rawValue: 4)
    static let originalSender = Values(rawValue: 8)
    static let seenBy = Values(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of kind: MeshMessageView.Kind) {
        switch kind {
        case .identification: self = [.peerID, .displayName]
        case .broadcast, .direct: self = .payload
        case .relayedBroadcast: self = [.payload, .originalSender, .seenBy]
        case .unknown: self = []
        }
    }
}
