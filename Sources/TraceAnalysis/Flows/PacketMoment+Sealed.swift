import SealedChannels

extension PacketMoment {
    /// What the toolkit kept with a record or a packet.
    @inline(__always)
    init(_ moment: CaptureMoment) { self.init(frame: moment.frame, time: moment.time) }
}

extension CaptureMoment {
    @inline(__always)
    init(_ moment: PacketMoment) { self.init(frame: moment.frame, time: moment.time) }
}
