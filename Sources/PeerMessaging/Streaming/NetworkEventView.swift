import WireCoding

/// The result of one pass over the JSON text of a ``NetworkEvent``, in a value of fixed size that allocates nothing.
public struct NetworkEventView: Hashable, Sendable {
    /// The case of ``NetworkEvent``.
    @nonexhaustive
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Asks the other peer to send its events.
        case startStreaming
        /// The position of the sender's satellite, and the size of the view that it moves in.
        case satelliteMovedTo
        /// Another name than the two; see ``NetworkEventView/caseName``.
        case unknown
    }

    /// The case of the event; ``NetworkEventView/Kind/unknown`` before anything was scanned.
    public internal(set) var kind = Kind.unknown
    /// The name of the case as it is written: its range in the datagram.
    public internal(set) var caseName = JSONStringRange.empty
    /// The position of a satellite that moved; otherwise 0.
    public internal(set) var position = NetworkEvent.Position(x: 0, y: 0)
    /// The dimensions for a satellite that moved; otherwise 0.
    public internal(set) var dimensions = NetworkEvent.Dimensions(width: 0, height: 0)
    /// The value as it is written: no string.
    var caseValue = JSONStringRange.empty

    init() {}

    /// The JSON value of the case, by its positions in the datagram.
    public var caseRange: Range<Int> { caseValue.range }

    /// Scans the payload of a datagram, once.
    ///
    /// An event of the two known kinds is accepted exactly when Foundation's `JSONDecoder` accepts it for an
    /// enumeration with a `CGPoint` and a `CGSize`: members in any order, unknown members anywhere, a repeated member
    /// counts once and the first time, points and sizes are arrays whose further elements do not count, a byte order
    /// mark, white space around, a comma before a closing bracket. What is deliberately different:
    ///
    /// - A case of another name is accepted as ``Kind/unknown``.
    /// - A zero with an exponent (`0e5`) is a number; on Linux, Foundation refuses some.
    /// - The text must be UTF-8; Foundation also takes UTF-16 and UTF-32.
    /// - The text must be shorter than 2 GiB.
    public init(scanning datagram: Span<UInt8>) throws(JSONDecodingError) {
        guard datagram.count < Int32.max else { throw JSONDecodingError(.tooLong, offset: 0) }
        self.init()
        var scanner = JSONScanner(datagram)
        var unknownNames = 0
        var hasMember = try scanner.enterObject()
        while hasMember {
            let name = try scanner.readMemberName()
            _ = try scanner.nextToken()
            let start = scanner.position
            let known = Kind(JSONName(name, in: datagram))
            if known == .unknown || known == kind {
                try scanner.skipValue(depth: 1)
                if known == kind && known == .unknown {
                    unknownNames &+= 1
                    (caseName, caseValue) = (name, JSONStringRange(start..<scanner.position, hasEscapes: false))
                }
            } else if kind == .unknown {
                kind = known
                if known == .satelliteMovedTo {
                    try scanMove(&scanner)
                } else {
                    try Self.skipMembers(&scanner)
                }
                (caseName, caseValue) = (name, JSONStringRange(start..<scanner.position, hasEscapes: false))
            } else {
                throw JSONDecodingError(.severalCases, offset: Int(name.lowerBound))
            }
            hasMember = try scanner.nextMember()
        }
        guard kind != .unknown || unknownNames == 1 else {
            throw JSONDecodingError(unknownNames == 0 ? .missingCase : .severalCases, offset: scanner.position &- 1)
        }
        try scanner.expectEnd()
    }

    /// The values of a case without any: an object, whatever it holds. Its names must be valid, as Foundation reads
    /// them.
    private static func skipMembers(_ scanner: inout JSONScanner) throws(JSONDecodingError) {
        var hasMember = try scanner.enterObject()
        while hasMember {
            _ = try scanner.readMemberName()
            try scanner.skipValue(depth: 2)
            hasMember = try scanner.nextMember()
        }
    }

    private mutating func scanMove(_ scanner: inout JSONScanner) throws(JSONDecodingError) {
        var hasPosition = false
        var hasDimensions = false
        var hasMember = try scanner.enterObject()
        while hasMember {
            let name = JSONName(try scanner.readMemberName(), in: scanner.text)
            if name == .position && !hasPosition {
                let pair = try Self.readPair(&scanner)
                position = NetworkEvent.Position(x: pair.0, y: pair.1)
                hasPosition = true
            } else if name == .dimensions && !hasDimensions {
                let pair = try Self.readPair(&scanner)
                dimensions = NetworkEvent.Dimensions(width: pair.0, height: pair.1)
                hasDimensions = true
            } else {
                try scanner.skipValue(depth: 2)
            }
            hasMember = try scanner.nextMember()
        }
        guard hasPosition && hasDimensions else {
            throw JSONDecodingError(.missingMember, offset: scanner.position &- 1)
        }
    }

    /// An array whose first two elements are numbers.
    private static func readPair(_ scanner: inout JSONScanner) throws(JSONDecodingError) -> (Double, Double) {
        let closing = UInt8(ascii: "]")
        guard try scanner.enter(UInt8(ascii: "["), closing) else {
            throw JSONDecodingError(.missingMember, offset: scanner.position &- 1)
        }
        let first = try scanner.readNumber()
        guard try scanner.nextElement(before: closing) else {
            throw JSONDecodingError(.missingMember, offset: scanner.position &- 1)
        }
        let second = try scanner.readNumber()
        while try scanner.nextElement(before: closing) { try scanner.skipValue(depth: 3) }
        return (first, second)
    }
}

extension NetworkEventView.Kind {
    @inline(__always)
    fileprivate init(_ name: JSONName) {
        self =
            switch name {
            case .satelliteMovedTo: .satelliteMovedTo
            case .startStreaming: .startStreaming
            default: .unknown
            }
    }
}

/// Names of ``NetworkEvent``, as bytes from the lowest on.
extension JSONName {
    fileprivate static let startStreaming = JSONName(
        low: 0x7274_5374_7261_7473, high: 0x0000_676E_696D_6165, length: 14)
    fileprivate static let satelliteMovedTo = JSONName(
        low: 0x7469_6C6C_6574_6173, high: 0x6F54_6465_766F_4D65, length: 16)
    fileprivate static let position = JSONName(low: 0x6E6F_6974_6973_6F70, high: 0x0000_0000_0000_0000, length: 8)
    fileprivate static let dimensions = JSONName(low: 0x6F69_736E_656D_6964, high: 0x0000_0000_0000_736E, length: 10)
}
