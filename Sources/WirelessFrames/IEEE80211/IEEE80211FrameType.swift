/// Which of the four kinds of frame a frame control field announces (IEEE 802.11 §9.2.4.1.3).
public enum IEEE80211FrameType: UInt8, Hashable, Sendable {
    case management, control, data
    /// Extension frames: DMG beacons, S1G beacons.
    case `extension`
}
