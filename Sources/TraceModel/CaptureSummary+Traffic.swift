extension CaptureSummary {
    /// Packets and bytes of the whole capture over time, in bins of equal width.
    public struct Traffic: Codable, Hashable, Sendable {
        /// Seconds.
        public var binWidth: Double
        /// When the first bin begins, in seconds since the first packet: 0 or less, because bins begin at multiples of their
        /// width.
        public var start: Double
        /// Packets in each bin.
        public var packets: [Int]
        /// Bytes on the wire in each bin.
        public var bytes: [Int]
        /// The protocols with most bytes first, at most ``maximumProtocols``.
        public var protocols: [ProtocolTraffic]

        /// Further protocols are counted together, as ``others``.
        public static let maximumProtocols = 16
        /// What is counted together, and packets of which nothing was understood.
        public static let others = "others"

        /// Made of all its parts.
        public init(
            binWidth: Double, start: Double, packets: [Int], bytes: [Int], protocols: [ProtocolTraffic]
        ) {
            (self.binWidth, self.start, self.packets) = (binWidth, start, packets)
            (self.bytes, self.protocols) = (bytes, protocols)
        }
    }

    /// The packets whose topmost known protocol is this one. Each packet counts once.
    public struct ProtocolTraffic: Codable, Hashable, Sendable {
        /// The name that ``CaptureSummary/protocols`` has.
        public var `protocol`: String
        /// Packets of the protocol.
        public var packets: Int
        /// Bytes on the wire.
        public var bytes: Int
        /// Bytes in each bin.
        public var series: [Int]

        /// Made of all its parts.
        public init(protocol name: String, packets: Int, bytes: Int, series: [Int]) {
            (self.protocol, self.packets, self.bytes, self.series) = (name, packets, bytes, series)
        }
    }
}
