import WireCoding

/// What is wrong with the framing of a message, by its offset from the start of the message.
struct FramingFault: Error, Hashable {
    /// `framing`, or `header.NAME`.
    var key: String
    var offset: Int
    var message: String
}

/// The first fault of a stream, how many there are, and the message that its end cut.
struct FramingFaultRecord: Sendable {
    /// The most bytes around a fault that are shown.
    static let shownBytes = 32

    private(set) var first: (fault: FramingFault, streamOffset: Int, bytes: [UInt8])?
    /// The message that the stream's end cut.
    private(set) var cut: (fault: FramingFault, streamOffset: Int, bytes: [UInt8])?
    private(set) var count = 0
    /// Whether the bytes that come belong to those around the fault.
    private(set) var isOpen = false

    /// - Parameters:
    ///   - streamOffset: The start of the message.
    ///   - bytes: The message as far as it has come, and what follows it.
    mutating func note(_ fault: FramingFault, _ streamOffset: Int, _ bytes: Span<UInt8>) {
        count += 1
        guard first == nil else { return }
        let start = max(0, min(fault.offset, bytes.count) - Self.shownBytes / 2)
        first = (fault, streamOffset, bytes.copied(start..<min(bytes.count, start + Self.shownBytes)))
        isOpen = true
    }

    /// Takes note of a message that the stream's end cut.
    mutating func noteCut(_ fault: FramingFault, _ streamOffset: Int, _ bytes: Span<UInt8>) {
        count += 1
        cut = (fault, streamOffset, bytes.copied(0..<min(bytes.count, Self.shownBytes)))
    }

    /// What is shown of a fault does not depend on the piece in which it came.
    mutating func collect(_ piece: Span<UInt8>) {
        guard isOpen, let count = first?.bytes.count else { return }
        let missing = min(Self.shownBytes - count, piece.count)
        first?.bytes.append(copying: piece.extracting(0..<missing))
        isOpen = missing + count < Self.shownBytes
    }

    /// Says that what comes next does not follow the fault.
    mutating func close() { isOpen = false }
}
