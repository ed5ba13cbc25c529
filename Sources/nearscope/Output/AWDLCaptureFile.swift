import PacketCapture
import TraceReports
import WireCoding
import WirelessFrames
import WireText

/// A capture file of generated AWDL frames, as monitor mode would have them: each a millisecond after the previous one,
/// the first at the beginning of 1970.
struct AWDLCaptureFile {
    private let file = PcapWriter(linkType: .ieee80211Radiotap)
    private var output = ByteWriter()
    private var frames: AWDLFrameWriter
    /// In microseconds.
    private var time: UInt64 = 0

    init(source: LinkAddress) {
        frames = AWDLFrameWriter(source: source)
        file.writeHeader(into: &output)
    }

    var bytes: [UInt8] { output.bytes }

    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` for more than readers of captures accept.
    mutating func append(_ content: AWDLContent) throws(WireError) {
        let frame = bytes(of: content)
        try file.writePacket(frame.span, time: Int64(time) * 1000, into: &output)
        time += 1000
    }

    private mutating func bytes(of content: AWDLContent) -> [UInt8] {
        switch content {
        case .action(let frame): frames.bytes(of: frame, tsft: time)
        case .data(let header, let packet):
            frames.bytes(ofPacket: packet, after: header, to: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), tsft: time)
        }
    }
}
