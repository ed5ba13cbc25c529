import Foundation
import PeerMessaging
import WireCoding

/// An event as the application declares it, for Foundation's decoder: what ours is held to.
///
/// The differences that ``PeerMessaging/NetworkEventView/init(scanning:)`` documents are not asked about.
enum EventReference: Decodable {
    case startStreaming
    case satelliteMovedTo(position: CGPoint, dimensions: CGSize)

    static func check(_ bytes: [UInt8]) {
        guard !JSONDifferences.mayBeOtherEncoding(bytes) else {
            _ = try? NetworkEvent(parsing: bytes.span)
            return
        }
        let reference = try? JSONDecoder().decode(EventReference.self, from: JSONDifferences.data(bytes))
        do throws(JSONDecodingError) {
            let event = try NetworkEvent(parsing: bytes.span)
            RoundTrip.check(event)
            if case .unknown = event {
                require(reference == nil, "Foundation refuses an event that it does not know")
            } else if reference == nil {
                require(JSONDifferences.hasZeroWithExponent(bytes), "Foundation takes what ours takes")
            } else {
                require(reference?.matches(event) == true, "Ours reads what Foundation reads")
            }
        } catch {
            require(reference == nil, "Ours takes what Foundation takes, but: \(error)")
        }
    }

    private func matches(_ event: NetworkEvent) -> Bool {
        switch (self, event) {
        case (.startStreaming, .startStreaming): true
        case (.satelliteMovedTo(let position, let dimensions), .satelliteMovedTo(let place, let size)):
            Double(position.x) == place.x && Double(position.y) == place.y && Double(dimensions.width) == size.width
                && Double(dimensions.height) == size.height
        default: false
        }
    }
}
