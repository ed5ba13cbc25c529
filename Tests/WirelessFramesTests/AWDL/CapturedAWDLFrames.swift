import Foundation
import PacketCapture
import WireCoding
import WirelessFrames
import TestSupport

/// The AWDL frames of the captures in Fixtures/wireless, or of those in the folder that `NEARSCOPE_AWDL_CAPTURES` names.
enum CapturedAWDLFrames {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["NEARSCOPE_AWDL_CAPTURES"] { return URL(filePath: path) }
        return Fixture.url("wireless")
    }()

    static let captures: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".pcap") && !$0.hasPrefix("nan-") }.sorted()
    }()

    /// The bodies of action frames, from the category on and without the frame check sequence.
    static func actionFrames(of capture: String) throws -> [(frame: Int, body: [UInt8])] {
        try bodies(of: capture) { control, body in
            VendorFrameKind(control, body: body.span) == .awdl ? body : nil
        }
    }

    /// What follows the SNAP header of data frames: the AWDL header and a packet.
    static func dataFrames(of capture: String) throws -> [(frame: Int, body: [UInt8])] {
        let snap = Frames.bytes("aaaa030017f20800")
        return try bodies(of: capture) { control, body in
            control.type == .data && body.starts(with: snap) ? Array(body.dropFirst(snap.count)) : nil
        }
    }

    private static func bodies(
        of capture: String, _ content: (IEEE80211FrameControl, [UInt8]) -> [UInt8]?
    ) throws -> [(frame: Int, body: [UInt8])] {
        var reader = try CaptureFile.open(path: folder.appending(path: capture).path).makeReader()
        var bodies: [(frame: Int, body: [UInt8])] = []
        while let record = try reader.next() {
            let bytes = reader.bytes
            guard let radiotap = RadiotapView(bytes), radiotap.length + 2 <= bytes.count else { continue }
            let control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: radiotap.length))
            let start = radiotap.length + control.headerSize
            let end = bytes.count - (radiotap.flags.contains(.frameCheckSequence) ? FrameCheckSequence.size : 0)
            guard start < end, let body = content(control, bytes.copied(start..<end)) else { continue }
            bodies.append((record.frame, body))
        }
        return bodies
    }

    /// One frame of `awdl-variants.pcap` or another capture.
    static func actionFrame(_ number: Int, of capture: String = "awdl-variants.pcap") throws -> AWDLActionFrame {
        guard let found = try actionFrames(of: capture).first(where: { $0.frame == number }) else {
            throw WireError(.invalidValue(UInt64(number)), field: "frame", offset: 0)
        }
        return try parsed(found.body)
    }

    static func parsed(_ body: [UInt8]) throws(WireError) -> AWDLActionFrame {
        var input = ByteReader(body.span)
        return try AWDLActionFrame(parsing: &input)
    }
}
