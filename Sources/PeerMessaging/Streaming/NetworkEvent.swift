import WireCoding

/// An event between the peers of a Wi-Fi Aware stream, one in each UDP datagram: JSON as Swift's `JSONEncoder` writes
/// an enumeration.
///
/// ```json
/// {"startStreaming":{}}
/// {"satelliteMovedTo":{"position":[201.37,422.78],"dimensions":[393,852]}}
/// ```
///
/// Events have no number and no time. The order of members varies from event to event.
public enum NetworkEvent: Hashable, Sendable {
    /// Asks the other peer to send its events.
    case startStreaming
    /// The position of the sender's satellite, and the size of the view that it moves in.
    case satelliteMovedTo(position: Position, dimensions: Dimensions)
    /// A case of another version: its name and its value, a JSON text that is written back as it is.
    case unknown(name: String, value: [UInt8])
}

extension NetworkEvent {
    /// A place in points, a `CGPoint` of the sender; on the wire the array `[x,y]`.
    public struct Position: Hashable, Sendable {
        /// Points to the right of the origin.
        public var x: Double
        /// Points below the origin.
        public var y: Double

        /// A place, in points.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A size in points, a `CGSize` of the sender; on the wire the array `[width,height]`.
    public struct Dimensions: Hashable, Sendable {
        /// Points.
        public var width: Double
        /// Points.
        public var height: Double

        /// A size, in points.
        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }
}
