import PacketDissection
import TraceModel
import WirelessFrames

/// Counts 802.11 frames by what their headers and the radio say.
struct FrameCounts: Sendable {
    /// The upper end of the 6 GHz band in MHz; a higher frequency is not believed.
    static let frequencyLimit = 7200

    /// All frames, damaged ones included.
    private(set) var frames = 0
    /// By the six bits of type and subtype, as they are in the frame control field.
    private var kinds = [Int](repeating: 0, count: 64)
    private(set) var retries = 0
    private(set) var damaged = 0
    private(set) var firstDamaged: PacketMoment?
    private(set) var protected = 0
    /// Frames with the radio's own time.
    private(set) var timed = 0
    /// The first frame at all.
    private(set) var first: PacketMoment?
    /// By the radio's frequency in MHz; 0 if it is not reported. None before the first frame.
    private var frequencies: [Int] = []
    /// Frames at the frequency of the last one that are not in ``frequencies`` yet: a radio stays where it is for many frames.
    private var latest: (frequency: Int, frames: Int) = (0, 0)

    /// - Parameter isDamaged: Nothing but its type is counted then.
    @inline(__always)
    mutating func count(_ frame: RadioFrame, isDamaged: Bool, at moment: PacketMoment) {
        frames &+= 1
        kinds[Int(frame.control.rawValue >> 2) & 63] &+= 1
        if first == nil { first = moment }
        guard !isDamaged else {
            damaged += 1
            if firstDamaged == nil { firstDamaged = moment }
            return
        }
        if frame.control.retry { retries &+= 1 }
        if frame.control.isProtected { protected &+= 1 }
        if frame.radioTime != nil { timed &+= 1 }
        let named = Int(frame.channelFrequency)
        let frequency = named < Self.frequencyLimit ? named : 0
        if frequency != latest.frequency { move(to: frequency) }
        latest.frames &+= 1
    }

    @inline(never)
    private mutating func move(to frequency: Int) {
        if latest.frames > 0 {
            if frequencies.isEmpty { frequencies = Array(repeating: 0, count: Self.frequencyLimit) }
            frequencies[latest.frequency] += latest.frames
        }
        latest = (frequency, 0)
    }

    mutating func add(_ other: FrameCounts) {
        frames += other.frames
        for kind in kinds.indices { kinds[kind] += other.kinds[kind] }
        retries += other.retries
        damaged += other.damaged
        protected += other.protected
        timed += other.timed
        first = [first, other.first].compactMap(\.self).min()
        firstDamaged = [firstDamaged, other.firstDamaged].compactMap(\.self).min()
        for (frequency, frames) in other.channels {
            move(to: frequency)
            latest.frames = frames
        }
    }

    /// Complete frames by the radio's frequency in MHz, 0 if it is not reported; lowest first.
    var channels: [(frequency: Int, frames: Int)] {
        var all = self
        all.move(to: 0)
        return all.frequencies.enumerated().filter { $0.element > 0 }.map { (frequency: $0.offset, frames: $0.element) }
    }

    /// Frames by type and subtype in numbers, in that order: `0/8` are beacons.
    var byKind: NamedCounts {
        var counts = NamedCounts()
        for type in 0..<4 {
            for subtype in 0..<16 {
                counts.add(kinds[subtype << 2 | type], of: "\(type)/\(subtype)")
            }
        }
        return counts
    }
}
