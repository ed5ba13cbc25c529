import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

extension SyntheticRadioFrame {
    /// The fragments of a data frame as a station sends them, each with so many bytes of its body but the last.
    static func fragments(of frame: [UInt8], every size: Int = 128) -> [[UInt8]] {
        var count = 1
        var fragments: [[UInt8]] = []
        while fragments.count < count {
            let number = fragments.count
            fragments.append(
                SyntheticRadioFrame.changed(frame) { content in
                    let control = IEEE80211FrameControl(rawValue: UInt16(content[0]) | UInt16(content[1]) << 8)
                    var header = Array(content[..<control.headerSize])
                    let body = content[control.headerSize...]
                    count = (body.count + size - 1) / size
                    header[22] |= UInt8(number)
                    if number < count - 1 { header[1] |= 0x04 }
                    content = header + body.dropFirst(number * size).prefix(size)
                })
        }
        return fragments
    }
}
