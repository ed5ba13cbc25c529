/// The number of a stream, whose two low bits say who opened it and who may send (RFC 9000 §2.1).
public struct QUICStreamID: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether the client opened the stream: the lowest bit is 0.
    public var isClientInitiated: Bool { rawValue & 1 == 0 }
    /// Whether both ends may send on the stream: the second lowest bit is 0.
    public var isBidirectional: Bool { rawValue & 2 == 0 }
    /// Its place among those of its kind, counted from 0.
    public var index: UInt64 { rawValue >> 2 }

    public static func < (first: QUICStreamID, second: QUICStreamID) -> Bool { first.rawValue < second.rawValue }
}

extension QUICStreamID: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
