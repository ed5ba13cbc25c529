import PeerMessaging
import WireCoding

/// An event of a Wi-Fi Aware stream as `nearscope decode event --format json` shows it and `nearscope encode event`
/// reads it.
public struct NetworkEventReport: Codable {
    /// The name of the case.
    var event: String
    /// `x` and `y`, in points.
    var position: [Double]?
    /// Width and height, in points.
    var dimensions: [Double]?
    /// The value of a case that is not known, a JSON text.
    var value: String?

    /// The report of an event.
    public init(_ event: NetworkEvent) {
        switch event {
        case .startStreaming: self.event = "startStreaming"
        case .satelliteMovedTo(let position, let dimensions):
            self.event = "satelliteMovedTo"
            self.position = [position.x, position.y]
            self.dimensions = [dimensions.width, dimensions.height]
        case .unknown(let name, let value):
            self.event = name
            self.value = String(decoding: value, as: UTF8.self)
        }
    }

    /// The event, or the reason why there is none, as the rest of a sentence.
    public func networkEvent() throws(MeshMessageReport.Problem) -> NetworkEvent {
        switch event {
        case "startStreaming": return .startStreaming
        case "satelliteMovedTo":
            guard let position, position.count == 2, let dimensions, dimensions.count == 2 else {
                throw MeshMessageReport.Problem(text: "position and dimensions must be two numbers each")
            }
            return .satelliteMovedTo(
                position: .init(x: position[0], y: position[1]),
                dimensions: .init(width: dimensions[0], height: dimensions[1]))
        default:
            return .unknown(name: event, value: try MeshMessageReport.jsonText(value))
        }
    }

    /// One line for people.
    public var line: String {
        var parts = [SafeText.escaped(event)]
        if let position { parts.append("to " + position.map(JSONText.digits).joined(separator: ", ")) }
        if let dimensions { parts.append("in " + dimensions.map(JSONText.digits).joined(separator: " × ")) }
        if let value { parts.append(SafeText.escaped(value)) }
        return parts.joined(separator: "  ") + "\n"
    }
}
