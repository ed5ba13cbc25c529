import PacketDissection
import WireCoding
import WirelessFrames

/// The fragments of one 802.11 data frame that have come so far (IEEE 802.11 §10.4).
package struct FragmentedFrame: Sendable {
    /// A frame that brought a fragment.
    package struct Fragment: Sendable {
        package let moment: PacketMoment
        let originalLength: Int
    }

    private struct Piece: Sendable {
        /// On the wire; the capture may hold fewer bytes.
        let length: Int
        let bytes: [UInt8]
    }

    /// In order of arrival.
    package private(set) var fragments: [Fragment] = []
    /// The MAC header of the first one, as it would be without fragments.
    private var header: [UInt8] = []
    /// By fragment number, of which there are 16.
    private var pieces: [Piece?] = Array(repeating: nil, count: 16)
    private var numbers: UInt16 = 0
    private var last: Int?
    private var length = 0
    private var isRefused = false

    /// Whether a fragment with that number has come.
    func has(_ number: UInt16) -> Bool { numbers >> number & 1 != 0 }

    /// Whether every fragment came.
    var isWhole: Bool {
        guard let last, !isRefused else { return false }
        return numbers == UInt16.max >> UInt16(15 - last)
    }

    /// Adds a fragment. One with an earlier number is a copy; one after the last, or beyond the longest body,
    /// contradicts the others, and the frame is dropped.
    mutating func add(_ frame: RadioFrame, _ bytes: Span<UInt8>, originalLength: Int, moment: PacketMoment) {
        let number = Int(frame.sequenceControl(bytes) & 15)
        guard !has(UInt16(number)) else { return }
        numbers |= 1 << UInt16(number)
        fragments.append(Fragment(moment: moment, originalLength: originalLength))
        guard !isRefused else { return }
        length += frame.bodyLength
        if !frame.control.moreFragments, last == nil { last = number }
        // No number may be above the last one's, and only one fragment can be the last.
        guard length <= FrameDefragmenter.maximumLength, frame.control.moreFragments || last == number,
            last.map({ numbers >> UInt16($0) == 1 }) ?? true
        else {
            isRefused = true
            dropBytes()
            return
        }
        if number == 0 {
            header = bytes.copied(frame.headerOffset..<frame.headerOffset + frame.control.headerSize)
            // More Fragments is bit 10 of the frame control (§9.2.4.1).
            header[1] &= ~0x04
        }
        // The padding of the header may be cut off.
        let end = min(frame.bodyEnd, bytes.count)
        pieces[number] = Piece(length: frame.bodyLength, bytes: bytes.copied(min(frame.bodyOffset, end)..<end))
    }

    /// Lets go of everything but who the fragments were.
    mutating func dropBytes() {
        (header, pieces) = ([], [])
    }

    /// The reassembled frame from its MAC header on, without a check sequence: the part captured from its beginning
    /// without a gap, and its length on the wire. Only valid if it ``isWhole``.
    package var joined: (bytes: [UInt8], length: Int) {
        var bytes = header
        for case let piece? in pieces {
            bytes += piece.bytes
            if piece.bytes.count < piece.length { break }
        }
        return (bytes, header.count + length)
    }
}
