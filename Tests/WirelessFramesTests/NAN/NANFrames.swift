import WireCoding
import WirelessFrames

/// The bodies of Wi-Fi Aware frames laid out by hand: those of Fixtures/wireless/nan-sdf-naf.pcap.
enum NANFrames {
    static let beaconControl = IEEE80211FrameControl(type: .management, subtype: 8)
    static let actionControl = IEEE80211FrameControl(type: .management, subtype: 13)

    /// Frame 1: master indication, cluster, two service IDs, device capability.
    static let beacon = Frames.bytes(
        """
        0000881e00000000 0002 2004 dd34506f9a13 000200804d 010d000211223344554d80 00 45230100
        020c00 94f9f392d799 e857c5244651 0f0900 00 0901 14 01 22 0000 08
        """)
    /// Frame 3: subscribe with matching and response filter, device capability, availability.
    static let subscribe = Frames.bytes(
        """
        0409506f9a13 031600 94f9f392d799 01 00 0d 04 02 7631 00 07 02 021122334455 0f0900 00 0901 14 01 22 0000 08
        121a00 01 1100 0e00 e112 1800 04 0000ff0f 11 51 2000 00 0500 1a02 20 02 04
        """)
    /// Frame 4: publish with its extension, availability in two bands, elements, cipher suite, security context.
    static let publish = Frames.bytes(
        """
        0409506f9a13 031400 94f9f392d799 09 01 10 0a 70686f746f733b763d31 0e0f00 09 4402 03 0900 506f9a 02 000200221f
        0f0900 00 0901 14 01 22 0000 0c 122700 04 1100 0e00 e112 1800 04 feff0000 11 51 2000 00
        1200 1212 1804 04 ffff0000 21 7c 0100 00 73 0400 00
        1d1d00 00 2d1a6f001fffff000000000000000000960001000000000000000000
        220300 00 01 09 231400 1000 01 09 000102030405060708090a0b0c0d0e0f
        """)
    /// Frame 5.
    static let followUp = Frames.bytes("0409506f9a13 031000 94f9f392d799 09 10 12 06 0168656c6c6f")
    /// Frame 6: data path request, with all that belongs to it.
    static let request = Frames.bytes(
        """
        0409506f9a18 05 292700 07 00 00 0eaabbccddef 01 0d 09 000800 0caabbfffeccddef
        010d00 506f9a 02 000200221f 01010006 0f0900 00 0901 14 01 22 0000 08
        121300 02 1100 0e00 e112 1800 04 0000ff0f 11 51 2000 00 130f00 506f9a020001 01 01 1800 04 00000f00
        140400 07 00 00 0c 150300 01 ffff 220300 00 01 09 231400 1000 01 09 000102030405060708090a0b0c0d0e0f
        240500 09 02000000
        """)
    /// Frame 7: data path response with the responder's interface.
    static let response = Frames.bytes(
        """
        0409506f9a18 06 291c00 07 01 00 0eaabbccddef 01 14 0a1122334456 000800 081122fffe334456
        140400 07 01 00 04 130f00 506f9a020001 01 01 1800 04 00000f00
        """)
    /// Frame 10: a schedule in other units.
    static let update = Frames.bytes(
        """
        0409506f9a18 0d 121300 03 9100 0e00 a112 2101 04 f00f0000 11 7c 0100 00
        131400 506f9a020001 01 01 2101 04 f0000000 02 1800 01 01
        """)
    /// Frame 11: the older data path attribute.
    static let termination = Frames.bytes("0409506f9a18 09 100b00 08 04 01 0eaabbccddef 01 00")
    /// Frame 12: rejected, with specific info and without a responder's interface.
    static let rejection = Frames.bytes(
        "0409506f9a18 06 101a00 09 21 0a 0eaabbccddef 02 20 506f9a026e6f2d6361706163697479")

    static let actions = [subscribe, publish, followUp, request, response, update, termination, rejection]
    /// The element of the beacon.
    static let element = Array(beacon[12...])

    static func parse(_ bytes: [UInt8]) throws(WireError) -> (frame: NANFrame, error: WireError?) {
        var input = ByteReader(bytes.span)
        return try NANFrame.parse(&input)
    }

    static func bytes(of frame: NANFrame) -> [UInt8] {
        var output = ByteWriter()
        frame.serialize(into: &output)
        return output.bytes
    }
}
