/// The software whose code decides how a name changes.
public enum ResponderFamily: String, CaseIterable, Hashable, Sendable, Codable {
    /// mDNSResponder, in all systems of Apple and wherever else it is used.
    case apple
    /// The Avahi daemon and its library, in most Linux distributions; rules as of 0.8.
    case avahi
    /// The library python-zeroconf; rules as of 0.154.
    case zeroconf
}

extension ResponderFamily {
    /// The common name of the software.
    public var softwareName: String {
        switch self {
        case .apple: "Apple's mDNSResponder"
        case .avahi: "Avahi"
        case .zeroconf: "python-zeroconf"
        }
    }
}
