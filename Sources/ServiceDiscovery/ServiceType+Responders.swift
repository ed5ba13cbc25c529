extension ServiceType {
    /// Whether the code of that family lets a service register this type. None of them keeps just to RFC 6335: Avahi (its
    /// strict check) looks at little more than the shape, Apple lets long names through in `local`, and only zeroconf
    /// refuses the rest.
    ///
    /// As measured with mDNSResponder, Avahi 0.8 and python-zeroconf 0.154.
    public func isAccepted(by family: ResponderFamily) -> Bool {
        let name = nameBytes
        switch family {
        case .apple:
            // Its own characters are those of the RFC and the underscore.
            return name.allSatisfy(Self.isAcceptedByApple) && !name.isEmpty && name.first != 0x2D && name.last != 0x2D
        case .avahi: return name.count >= 2
        case .zeroconf: return violations.isEmpty
        }
    }

    /// The same for a text, such as what an app passes to its library: also false where the underscore is missing or the
    /// transport is neither TCP nor UDP, which all of them refuse.
    public static func isAccepted(_ text: String, by family: ResponderFamily) -> Bool {
        parsed(text)?.isAccepted(by: family) ?? false
    }

    private static func isAcceptedByApple(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
