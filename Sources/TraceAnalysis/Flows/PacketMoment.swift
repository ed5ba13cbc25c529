import PacketCapture
import SealedChannels

/// Which packet, and when: what events and findings point back to.
package struct PacketMoment: Equatable, Sendable {
    /// 1-based position in the capture file.
    package var frame: Int
    /// Nanoseconds since 1970.
    package var time: Int64

    package init(frame: Int, time: Int64) {
        self.frame = frame
        self.time = time
    }
}

extension PacketRecord {
    @inline(__always)
    package var moment: PacketMoment { PacketMoment(frame: frame, time: time) }
}

extension PacketMoment: Comparable {
    /// By time, then by position in the file.
    package static func < (first: PacketMoment, second: PacketMoment) -> Bool {
        (first.time, first.frame) < (second.time, second.frame)
    }
}

extension PacketMoment {
    /// What the toolkit kept with a record or a packet.
    @inline(__always)
    init(_ moment: CaptureMoment) { self.init(frame: moment.frame, time: moment.time) }
}

extension CaptureMoment {
    @inline(__always)
    init(_ moment: PacketMoment) { self.init(frame: moment.frame, time: moment.time) }
}

/// Turns packet times into the report's seconds after the first packet.
struct TimeAxis: Sendable {
    /// Nanoseconds since 1970.
    let origin: Int64

    /// Computed as whole nanoseconds first, so that nine decimals are exact.
    func seconds(_ time: Int64) -> Double { Double(time &- origin) / 1e9 }

    func seconds(_ moment: PacketMoment?) -> Double? { moment.map { seconds($0.time) } }

    /// Nanoseconds as seconds, nine decimals exact.
    func duration(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    /// A duration of the protocol's rules, in the unit of packet times: seconds, not years.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds &* 1_000_000_000 &+ duration.components.attoseconds / 1_000_000_000
    }
}
