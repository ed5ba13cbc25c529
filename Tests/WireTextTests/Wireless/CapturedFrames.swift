import Foundation
import PacketCapture
import WireCoding
import WirelessFrames
import TestSupport

/// The 802.11 frames of a capture in Fixtures/wireless.
enum CapturedFrames {
    /// Bytes from the radiotap header on.
    static func packets(of name: String) -> [[UInt8]] {
        let folder = Fixture.url("wireless")
        guard var reader = try? CaptureFile.open(path: folder.appending(path: name).path).makeReader() else {
            return []
        }
        var packets: [[UInt8]] = []
        while (try? reader.next()) != nil { packets.append(reader.bytes.copied()) }
        return packets
    }

    static func all(of name: String) -> [IEEE80211Frame] {
        packets(of: name).compactMap { bytes in
            guard let radiotap = RadiotapView(bytes.span) else { return nil }
            var input = ByteReader(bytes.span.extracting(radiotap.length..<bytes.count))
            return try? IEEE80211Frame(parsing: &input, flags: radiotap.flags)
        }
    }
}
