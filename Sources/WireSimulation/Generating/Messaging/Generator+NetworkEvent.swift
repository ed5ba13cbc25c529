import PeerMessaging
import WireTesting

extension Generator where Value == NetworkEvent {
    /// A satellite that moves within the view of a phone, and now and then the request for such events.
    public static var plausible: Generator {
        Generator { random in
            guard random.chance(9, in: 10) else { return .startStreaming }
            return .satelliteMovedTo(
                position: .init(x: random.unitInterval() * 393, y: random.unitInterval() * 852),
                dimensions: .init(width: 393, height: 852))
        }
    }

    /// All events and unknown ones, with every number that JSON can write; so every event can be written.
    public static var extreme: Generator {
        Generator { random in
            switch random.number(in: 0...4) {
            case 0: .startStreaming
            case 1: .unknown(name: "future" + random.extremeString(), value: random.json())
            default:
                .satelliteMovedTo(
                    position: .init(x: random.finiteNumber(), y: random.finiteNumber()),
                    dimensions: .init(width: random.finiteNumber(), height: random.finiteNumber()))
            }
        }
    }
}
