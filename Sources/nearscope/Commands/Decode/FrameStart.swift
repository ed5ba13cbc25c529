import WireCoding
import WirelessFrames

/// What comes before the bytes that a decoder of radio frames takes, where people copied a whole packet.
enum FrameStart {
    /// The sentence that says what to leave out; nil for bytes that begin like neither a radiotap header nor an 802.11 frame.
    ///
    /// - Parameter takesFrames: Whether the decoder takes 802.11 frames, not what is in them.
    static func advice(_ bytes: [UInt8], takesFrames: Bool) -> String? {
        if let length = radiotapLength(bytes) {
            let start =
                "the bytes begin with a radiotap header, as captures in monitor mode have it: leave out the first \(length) bytes"
            return takesFrames
                ? start : start + " and use nearscope decode 80211, which shows the frame and what is in it"
        }
        guard !takesFrames, isFrame(bytes) else { return nil }
        return
            "the bytes begin with the header of an 802.11 frame: use nearscope decode 80211, which shows it and what is in it"
    }

    private static func radiotapLength(_ bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes.span)
        guard bytes.starts(with: [0, 0]), (try? RadiotapHeader(parsing: &reader)) != nil else { return nil }
        let length = Int(bytes[2]) | Int(bytes[3]) << 8
        // A frame comes after it.
        return length < bytes.count ? length : nil
    }

    /// An action frame or a data frame, of protocol version 0.
    private static func isFrame(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 24 && [0xD0, 0xE0, 0x08, 0x88].contains(bytes[0])
    }
}
