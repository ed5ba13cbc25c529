import PacketCapture
import PacketDissection
import WireCoding
import WirelessFrames

/// Puts the fragments of 802.11 data frames together (IEEE 802.11 §10.5), in whatever order they come: fragments of one
/// transmitter, receiver and traffic identifier with the same sequence number.
///
/// Memory is bounded by ``maximumFrames`` and ``maximumLength``: the oldest waiting frame is dropped first. A frame
/// that is dropped, times out (``timeout``) or is left at the end was incomplete. Repeated fragments are skipped, also
/// those of a completed frame. Unfragmented frames never come here.
package struct FrameDefragmenter: Sendable {
    /// Frames that wait for fragments at a time, those included that became whole a short while ago.
    static let maximumFrames = 128
    /// Bytes of the longest body, that of an MPDU with VHT (IEEE 802.11 §9.2.4.7); more are taken for damage.
    static let maximumLength = 11_454
    /// 4 s by the clock of the capture: receivers wait for half a second, but nodes of AWDL that share one slot need a cycle
    /// of 1.05 s for each fragment.
    static let timeout = RetransmissionFilter.maximumAge

    private struct Entry: Sendable {
        let key: Key
        var frame: FragmentedFrame
        /// Whether it was handed on; it holds no more bytes then.
        var isDone = false

        /// Since its first fragment; negative where that lies ahead.
        func age(at time: Int64) -> Int64 {
            frame.fragments.first.map { time.subtractingReportingOverflow($0.time).partialValue } ?? 0
        }
    }

    private struct Key: Hashable, Sendable {
        let transmitter: LinkAddress
        let receiver: LinkAddress
        let sequenceNumber: UInt16
        let trafficID: UInt16
        let interface: Int
    }

    /// In order of their first fragments. There are few at a time: stations that fragment send one frame after the other.
    private var entries: [Entry] = []
    private var incomplete = 0

    /// Fragments of frames that never became whole, those included that still wait.
    var incompleteFragments: Int { entries.reduce(incomplete) { $0 + ($1.isDone ? 0 : $1.frame.fragments.count) } }

    package init() {}

    /// Takes a fragment.
    ///
    /// - Parameter frame: A frame for which ``RadioFrame/hasFragment(_:)`` is true, and which arrived complete.
    /// - Returns: The frame that it made whole.
    package mutating func take(
        _ frame: RadioFrame, of record: PacketRecord, _ bytes: Span<UInt8>
    ) -> FragmentedFrame? {
        while let first = entries.first, first.age(at: record.time) > Self.timeout { remove(at: 0) }
        let key = Key(
            transmitter: frame.transmitter(bytes), receiver: frame.receiver(bytes),
            sequenceNumber: frame.sequenceControl(bytes) >> 4,
            trafficID: frame.control.isQoSData ? frame.qosControl(bytes) & 15 : .max, interface: record.interface)
        var index = entries.firstIndex { $0.key == key }
        // The number has wrapped: without the retry bit it is another frame, if its slot is taken. If the clock was set
        // back, an entry in front with a later time keeps those after it from timing out.
        if let known = index,
            entries[known].age(at: record.time).magnitude > Self.timeout.magnitude
                || !frame.control.retry && entries[known].frame.has(frame.sequenceControl(bytes) & 15)
        {
            remove(at: known)
            index = nil
        }
        if index == nil {
            if entries.count == Self.maximumFrames { remove(at: 0) }
            entries.append(Entry(key: key, frame: FragmentedFrame()))
        }
        let current = index ?? entries.count - 1
        guard !entries[current].isDone else { return nil }
        entries[current].frame.add(frame, of: record, bytes)
        guard entries[current].frame.isWhole else { return nil }
        let whole = entries[current].frame
        entries[current].isDone = true
        entries[current].frame.dropBytes()
        return whole
    }

    private mutating func remove(at index: Int) {
        let entry = entries.remove(at: index)
        if !entry.isDone { incomplete += entry.frame.fragments.count }
    }
}

/// The fragments of one 802.11 data frame that have come so far (IEEE 802.11 §10.4).
package struct FragmentedFrame: Sendable {
    private struct Piece: Sendable {
        /// On the wire; the capture may hold fewer bytes.
        let length: Int
        let bytes: [UInt8]
    }

    /// In order of arrival.
    package private(set) var fragments: [PacketRecord] = []
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
    mutating func add(_ frame: RadioFrame, of record: PacketRecord, _ bytes: Span<UInt8>) {
        let number = Int(frame.sequenceControl(bytes) & 15)
        guard !has(UInt16(number)) else { return }
        numbers |= 1 << UInt16(number)
        fragments.append(record)
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
