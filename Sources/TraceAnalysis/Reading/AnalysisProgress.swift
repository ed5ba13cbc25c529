/// How far the reading of a capture has come.
public struct AnalysisProgress: Equatable, Sendable {
    /// Is told how far the reading has come.
    public typealias Handler = @Sendable (AnalysisProgress) -> Void

    /// Packets that were read.
    public var packets: Int
    /// Bytes that were read: of one capture, as it is when unpacked; of several together, of their packets.
    public var bytes: Int
    /// ``bytes`` at the end; nil where nobody knows before: for streams, compressed captures, and several together.
    public var total: Int?

    /// How far a reading has come.
    ///
    /// - Parameters:
    ///   - packets: Packets that were read.
    ///   - bytes: Bytes that were read.
    ///   - total: `bytes` at the end; nil where nobody knows before.
    public init(packets: Int, bytes: Int, total: Int? = nil) {
        self.packets = packets
        self.bytes = bytes
        self.total = total
    }

    /// The part that was read, from 0 to 1; nil where the end is not known.
    public var share: Double? { total.map { $0 > 0 ? min(Double(bytes) / Double($0), 1) : 1 } }
}
