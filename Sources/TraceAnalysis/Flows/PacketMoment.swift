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

extension PacketMoment: Comparable {
    /// By time, then by position in the file.
    package static func < (first: PacketMoment, second: PacketMoment) -> Bool {
        (first.time, first.frame) < (second.time, second.frame)
    }
}
