import WireCoding
import WireTesting
import WirelessFrames

/// 802.11 frames as a radio hands them over, and changes to them.
public enum SyntheticRadioFrame {
    /// A frame after a radiotap header with time, flags, rate, channel and signal.
    ///
    /// - Parameters:
    ///   - header: The MAC header.
    ///   - body: What follows it, without the check sequence.
    ///   - channelFrequency: In MHz.
    ///   - signal: In dBm.
    ///   - time: The radio's clock in microseconds, nil for a radio that does not report it.
    ///   - hasCheck: Whether the right check sequence is added.
    public static func bytes(
        _ header: IEEE80211Header, body: [UInt8] = [], channelFrequency: UInt16 = 2437, signal: Int8 = -60,
        time: UInt64? = nil, hasCheck: Bool = true
    ) -> [UInt8] {
        let fields: [RadiotapField] = [
            .flags(hasCheck ? .frameCheckSequence : []), .rate(12),
            .channel(frequency: channelFrequency, flags: channelFrequency < 3000 ? 0x00C0 : 0x0140), .signal(signal),
        ]
        return unfailing {
            try PacketBuilder.radiotap((time.map { [.tsft($0)] } ?? []) + fields)
                .ieee80211(header, check: hasCheck ? .computed : .absent).payload(body).bytes
        }
    }

    /// The same frame retransmitted: with the retry bit, and a correct check sequence if there was one.
    public static func retransmitted(_ bytes: [UInt8]) -> [UInt8] {
        changed(bytes) { $0[1] |= 0x08 }
    }

    /// The same frame with another sequence number.
    public static func numbered(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
        changed(bytes) {
            $0[22] = UInt8(truncatingIfNeeded: number << 4)
            $0[23] = UInt8(truncatingIfNeeded: number >> 4)
        }
    }

    /// The same frame with its body damaged on the way, so that the check sequence is wrong.
    public static func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[bytes.count - FrameCheckSequence.size - 1] ^= 0x40
        return bytes
    }

    /// A frame with its 802.11 part changed, and a right check sequence where it had one.
    public static func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        let start = Int(bytes[2]) | Int(bytes[3]) << 8
        let hasCheck = RadiotapView(bytes.span)?.flags.contains(.frameCheckSequence) ?? false
        var frame = Array(bytes[start..<bytes.count - (hasCheck ? FrameCheckSequence.size : 0)])
        change(&frame)
        var output = ByteWriter()
        output.writeBytes(bytes[..<start])
        output.writeBytes(frame)
        if hasCheck { output.writeUInt32LittleEndian(FrameCheckSequence.of(frame.span)) }
        return output.bytes
    }
}
