/// Info.plist files that first corpora are made of.
enum SamplePropertyLists {
    static var all: [[UInt8]] { [xml, binary] }

    private static let xml = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>NSBonjourServices</key><array><string>_chat._tcp</string><string>_bad</string></array>
        <key>NSLocalNetworkUsageDescription</key><string>Finds &lt;peers&gt; &#38; &#x41;</string>
        <key>WiFiAwareServices</key><dict><key>_x._udp</key><dict><key>Publishable</key><dict/></dict></dict>
        <key>a</key><true/><key>b</key><integer>7</integer><key>c</key><real>1.5</real>
        <key>d</key><date>2025-11-06T08:49:37Z</date><key>e</key><data>AAEC</data><!-- f -->
        </dict></plist>
        """.utf8)

    /// A dictionary of one key and a list of one text, with offsets and references of a byte each.
    private static let binary: [UInt8] =
        Array("bplist00".utf8) + [0xD1, 1, 2, 0x5F, 0x10, 17] + Array("NSBonjourServices".utf8) + [0xA1, 3, 0x5A]
        + Array("_chat._tcp".utf8) + [8, 11, 31, 33] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4]
        + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 44]
}
