extension SessionDirection {
    /// Numbered messages that never came or came out of order, up to the packet that showed it: one such place, or where there are
    /// many, several that follow each other.
    public struct DeliveryMark: Codable, Hashable, Sendable {
        /// Seconds since the capture's first packet: of the first packet after a gap in the numbers, or of the first late one.
        public var time: Double
        /// The frame of that packet.
        public var frame: Int
        /// Messages that never came.
        public var lost: Int
        /// Messages that came after one with a higher number.
        public var reordered: Int

        /// Made of all its parts.
        public init(time: Double, frame: Int, lost: Int, reordered: Int) {
            (self.time, self.frame, self.lost, self.reordered) = (time, frame, lost, reordered)
        }
    }

    /// More are united with their neighbors.
    public static let maximumDeliveryMarks = 64
}
