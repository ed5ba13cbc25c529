/// What a decoder found at the start of the bytes it was shown.
enum DecodingStep {
    case packet(DecodedPacket)
    /// That many bytes describe the capture and hold no packet.
    case metadata(Int)
    /// A block of that many bytes holds nothing that is needed. Not all of it is in memory, nor has to be at once; its
    /// last four bytes have to repeat those at its fifth.
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
    /// Where the packet's bytes begin in the window.
    var start: Int
    var capturedLength: Int
    /// Bytes from the start of the window to the next record.
    var consumed: Int
}
