/// Whose code decides what a name becomes.
public enum ResponderFamily: String, CaseIterable, Hashable, Sendable, Codable {
    /// mDNSResponder, in all systems of Apple and wherever else it was built.
    case apple
    /// The Avahi daemon and its library, in most Linux distributions; rules as of 0.8.
    case avahi
    /// The library python-zeroconf; rules as of 0.154.
    case zeroconf
}

extension ResponderFamily {
    /// What people call the software.
    public var softwareName: String {
        switch self {
        case .apple: "Apple's mDNSResponder"
        case .avahi: "Avahi"
        case .zeroconf: "python-zeroconf"
        }
    }
}
