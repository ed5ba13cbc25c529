/// A decoder's result for the start of the bytes it was given.
enum DecodingStep {
    case packet(DecodedPacket)
    /// That many bytes describe the capture and hold no packet.
    case metadata(Int)
    /// A block of that many bytes without needed content. It is not all in memory, and need not be; its last four bytes
    /// must repeat those from the fifth on.
    case skip(Int)
    /// The part needs that many bytes from the start of the window, more than there are. Where no more come, the file
    /// ends early.
    case incomplete(CaptureError.Part, needed: Int)
}

/// A packet, and where it lies in the bytes that the decoder was shown.
struct DecodedPacket {
    var time: Int64
    var isTimed: Bool
    /// The index among all interfaces of the file.
    var interface: Int
    var originalLength: Int
    /// The start of the packet's bytes in the window.
    var start: Int
    var capturedLength: Int
    /// Bytes from the start of the window to the next record.
    var consumed: Int
}
