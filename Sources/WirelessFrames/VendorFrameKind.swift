import WireCoding

/// Which of the protocols for talking to neighbors without an access point a management frame belongs to.
@frozen
public enum VendorFrameKind: Hashable, Sendable {
    /// An action frame of Apple Wireless Direct Link.
    case awdl
    /// A beacon, service discovery or action frame of Wi-Fi Aware.
    case nan

    /// Recognizes the body of an unprotected management frame.
    ///
    /// AWDL: category 127, organization 00-17-F2, type 8. Wi-Fi Aware: category 4 or 9, action 9, organization
    /// 50-6F-9A, type 0x13 or 0x18; in beacons a vendor element of that organization with type 0x13.
    ///
    /// - Parameters:
    ///   - frameControl: The kind of frame that the body is from.
    ///   - body: The bytes after the MAC header, without the frame check sequence.
    public init?(_ frameControl: IEEE80211FrameControl, body: Span<UInt8>) {
        guard !frameControl.isProtected else { return nil }
        if frameControl.isAction, body.count >= 5, body[0] == AWDLActionHeader.category,
            NANView.organization(body, 1) == AWDLActionHeader.organization, body[4] == AWDLActionHeader.type
        {
            self = .awdl
        } else if frameControl.isAction ? NANView.isAction(body) : frameControl.isBeacon && NANView.isBeacon(body) {
            self = .nan
        } else {
            return nil
        }
    }
}
