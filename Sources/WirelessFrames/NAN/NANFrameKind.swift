/// Which frame of Wi-Fi Aware carries attributes.
@frozen
public enum NANFrameKind: Hashable, Sendable {
    /// A beacon with an element of the Wi-Fi Alliance of type 0x13.
    case beacon
    /// A public action frame of type 0x13.
    case serviceDiscovery
    /// A public action frame of type 0x18.
    case action(NANActionSubtype)
}
