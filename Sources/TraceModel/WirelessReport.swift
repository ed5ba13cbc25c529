/// The radio information in the 802.11 frames of a capture: the devices present, their schedules and their masters.
public struct WirelessReport: Codable, Hashable, Sendable {
    /// Nil without frames of Apple Wireless Direct Link.
    public var awdl: AWDLReport?
    /// Nil without frames of Wi-Fi Aware.
    public var nan: NANReport?
    /// Frames by type and subtype in numbers, `0/13` for actions; those with a wrong check sequence too.
    public var frames = NamedCounts()
    /// Frames with the retry bit.
    public var retries = 0
    /// Frames with a wrong check sequence; they count in ``frames`` and here, and nowhere else.
    public var badFCS = 0
    /// Frames whose body is encrypted.
    public var protectedFrames = 0
    /// How many frames came while the radio was tuned to which channel, lowest first.
    public var channels: [Channel] = []
    /// Frames that have the radio's own time, which is exact to the microsecond; others have only the host's.
    public var framesWithRadioTime = 0
    /// Frames of senders above the limit, who are not followed.
    public var untrackedFrames = 0

    /// Nothing measured yet.
    public init() {}

    /// An address that a frame names as AWDL's root or as the anchor master of a cluster, for the first time.
    public struct NamedMaster: Codable, Hashable, Sendable {
        /// Seconds of the report.
        public var time: Double
        /// The link address.
        public var address: String
        /// The frame that shows it.
        public var frame: Int

        /// Made of all its parts.
        public init(time: Double, address: String, frame: Int) {
            (self.time, self.address, self.frame) = (time, address, frame)
        }
    }

    /// A channel that the radio was tuned to.
    public struct Channel: Codable, Hashable, Sendable {
        /// In MHz.
        public var frequency: Int
        /// The channel by the rules of IEEE 802.11; nil for a frequency between channels.
        public var channel: Int?
        /// Frames on the channel.
        public var frames: Int

        /// Made of all its parts.
        public init(frequency: Int, channel: Int? = nil, frames: Int) {
            (self.frequency, self.channel, self.frames) = (frequency, channel, frames)
        }
    }
}
