/// Which packet, and when: what events and findings point back to.
struct PacketMoment: Equatable, Sendable {
    /// 1-based position in the capture file.
    var frame: Int
    /// Nanoseconds since 1970.
    var time: Int64
}

extension PacketMoment: Comparable {
    /// By time, then by position in the file.
    static func < (first: PacketMoment, second: PacketMoment) -> Bool {
        (first.time, first.frame) < (second.time, second.frame)
    }
}
