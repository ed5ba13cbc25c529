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
@nonexhaustive
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

    /// Reads the payload of a datagram.
    ///
    /// Members that the event does not have are dropped. ``NetworkEventView/init(scanning:)`` says what is accepted.
    public init(parsing datagram: Span<UInt8>) throws(JSONDecodingError) {
        self.init(try NetworkEventView(scanning: datagram), in: datagram)
    }

    /// The event of a view.
    ///
    /// - Parameters:
    ///   - view: The result of the scan.
    ///   - datagram: The payload that was scanned.
    public init(_ view: NetworkEventView, in datagram: Span<UInt8>) {
        self =
            switch view.kind {
            case .startStreaming: .startStreaming
            case .satelliteMovedTo: .satelliteMovedTo(position: view.position, dimensions: view.dimensions)
            case .unknown: .unknown(name: view.caseName.string(in: datagram), value: datagram.copied(view.caseRange))
            }
    }

    /// Appends the JSON text, which Foundation's `JSONDecoder` accepts when the case is known.
    ///
    /// The value of an unknown case is written as it is and must be a JSON text.
    ///
    /// - Throws: ``JSONDecodingError/Kind/numberOutOfRange``, before the first byte, when a number is infinite or none.
    ///   The error's offset is the writer's count.
    public func serialize(into output: inout ByteWriter) throws(JSONDecodingError) {
        var text = JSONText(pretty: false, style: .foundation(escapesSlashes: true))
        text.beginObject()
        switch self {
        case .startStreaming:
            text.key("startStreaming")
            text.value([FrameField]())
        case .satelliteMovedTo(let position, let dimensions):
            let numbers = [position.x, position.y, dimensions.width, dimensions.height]
            guard numbers.allSatisfy(\.isFinite) else {
                throw JSONDecodingError(.numberOutOfRange, offset: output.count)
            }
            text.key("satelliteMovedTo")
            text.beginObject()
            text.key("position")
            text.value(Array(numbers[..<2]))
            text.key("dimensions")
            text.value(Array(numbers[2...]))
            text.endObject()
        case .unknown(let name, let value):
            text.key(name)
            text.append(written: value)
        }
        text.endObject()
        output.writeBytes(text.bytes)
    }
}
