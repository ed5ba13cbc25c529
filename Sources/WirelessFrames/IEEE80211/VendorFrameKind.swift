import WireCoding

/// Which of the protocols for talking to neighbours without an access point a management frame belongs to.
@frozen
public enum VendorFrameKind: Hashable, Sendable {
    /// An action frame of Apple Wireless Direct Link.
    case awdl
    /// A beacon, service discovery or action frame of Wi-Fi Aware.
    case nan

    /// Recognises the body of an unprotected management frame.
    ///
    /// AWDL: category 127, organization 00-17-F2, type 8. Wi-Fi Aware: category 4 or 9, action 9, organization
    /// 50-6F-9A, type 0x13 or 0x18; in beacons a vendor element of that organization with type 0x13.
    ///
    /// - Parameter body: The bytes after the MAC header, without the frame check sequence.
    public init?(_ frameControl: IEEE80211FrameControl, body: Span<UInt8>) {
        guard !frameControl.isProtected else { return nil }
        if frameControl.isAction, body.count >= 5, body[0] == 127, Self.organization(body, 1) == 0x0017F2, body[4] == 8
        {
            self = .awdl
        } else if frameControl.isAction, body.count >= 6, body[0] == 4 || body[0] == 9, body[1] == 9,
            Self.organization(body, 2) == 0x506F9A, body[5] == 0x13 || body[5] == 0x18
        {
            self = .nan
        } else if frameControl.isBeacon, Self.hasNANElement(body) {
            self = .nan
        } else {
            return nil
        }
    }

    private static func organization(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        UInt32(bytes[offset]) << 16 | UInt32(bytes.bigEndianUInt16(at: offset &+ 1))
    }

    /// Whether the elements after a beacon's twelve fixed bytes include one of Wi-Fi Aware.
    private static func hasNANElement(_ body: Span<UInt8>) -> Bool {
        var offset = 12
        while offset &+ 2 <= body.count {
            let end = offset &+ 2 &+ Int(body[offset &+ 1])
            guard end <= body.count else { return false }
            if body[offset] == 0xDD, end &- offset >= 6, organization(body, offset &+ 2) == 0x506F9A,
                body[offset &+ 5] == 0x13
            {
                return true
            }
            offset = end
        }
        return false
    }
}
