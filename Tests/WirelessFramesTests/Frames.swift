import WireCoding
import TestSupport

/// Frames as monitor mode captured them or as they are laid out by hand, from the radiotap header on.
enum Frames {
    static func bytes(_ hex: String) -> [UInt8] { TestSupport.hex(hex) }

    /// QoS data with an mDNS query behind AWDL's data header; the check sequence is right.
    static let awdlData = bytes(
        """
        000019006f0800008877685544332211101871164001cba3 00 88002c003333000000fb1e2233445566002500ff9473d01f0600
        aaaa030017f20800 03040100000086dd
        60000000002d11fffe800000000000001c2233fffe445566ff0200000000000000000000000000fb
        14e914e9002dceb4 000000000001000000000000085f61697264726f70045f746370056c6f63616c00000c0001 0246de20
        """)
    /// An action frame of AWDL; the lowest byte of the check sequence is wrong.
    static let awdlAction = bytes(
        """
        000019006f08000088376a5544332211001871164001caa300 d0000000ffffffffffff420f0f0f0f01002500ff947340207f0017f208
        100300a0f0190096f019001502003408726bee6e
        """)
    /// Signal of a second antenna in a second presence word, so that the clock needs four bytes of padding.
    static let twoAntennas = bytes("000023006f0800a0200800000000000088b76a5544332211000c71164001c4a600c300")
    /// 802.11n rate, aggregate and timestamp.
    static let mcs = bytes(
        """
        000034002b00580088776b5544332211000071164001d4270407000040e20100040000000000000088776b55443322111600 1201
        """)
    static let vht = bytes("000024002b00200088b76b5544332211000071164001d4004400040492000000 00000000")

    static let radiotap = [Array(awdlData[..<25]), twoAntennas, mcs, vht]
}
