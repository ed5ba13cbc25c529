/// Why a log, or a record of it, could not be read, and where: a few words, no `String`.
public struct QUICLogError: Error, Hashable, Sendable {
    /// The raw value is the error, as the beginning of a sentence that ends with the offset.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// The text ends within a value: the writer was stopped, or the file is not whole.
        case unexpectedEnd = "the text ends within a value"
        /// A byte that JSON does not allow here.
        case unexpectedByte = "unexpected character"
        /// A control character within a string.
        case controlCharacter = "control character in a string"
        /// A backslash that begins no escape.
        case invalidEscape = "invalid escape"
        /// A string that is not UTF-8.
        case invalidUTF8 = "invalid UTF-8"
        /// Not a JSON number.
        case invalidNumber = "invalid number"
        /// Arrays and objects within each other, more than ``QUICLogLimits/maximumDepth``.
        case tooDeep = "values are nested too deeply"
        /// More events than ``QUICLogLimits/maximumEvents``.
        case tooManyEvents = "too many events"
        /// More bytes than ``QUICLogLimits/maximumSize``.
        case tooLarge = "the file is too large"
        /// Neither a qlog file nor a sequence of records of one.
        case notALog = "not a qlog file"
        /// A trace that says itself why it has no events.
        case missingTrace = "the file has an error in place of a trace"
        /// An event without a name, or with a time that is missing or beyond 64 bits of nanoseconds.
        case invalidEvent = "an event without a name or a usable time"
    }

    /// What is wrong.
    public let kind: Kind
    /// Bytes from the start of the file.
    public let offset: Int

    /// An error at that offset, in bytes from the start of the file.
    public init(_ kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension QUICLogError: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) at offset \(offset)" }
}

/// What a reader accepts at most.
public struct QUICLogLimits: Hashable, Sendable {
    /// Arrays and objects within each other. The deepest that a log needs is 9: a range of an ACK frame of a packet of an
    /// event of a trace.
    public static let maximumDepth = 64
    /// Errors that are kept with their offsets; the others are only counted.
    public static let maximumKeptErrors = 16

    /// Bytes of a file. What is made of them takes up to 50 times as much memory if a file is made for that, and about 5
    /// times in logs of programs.
    public var maximumSize: Int
    /// Events of all traces of a file.
    public var maximumEvents: Int

    /// Limits for a reader; the defaults are 1 GiB and ten million events.
    public init(maximumSize: Int = 1 << 30, maximumEvents: Int = 10_000_000) {
        self.maximumSize = maximumSize
        self.maximumEvents = maximumEvents
    }
}
