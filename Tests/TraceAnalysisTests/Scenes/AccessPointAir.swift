import PacketCapture
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// What a monitor hears of stations that talk through their access point: each packet on its way there, and again when
/// the access point passes it on.
enum AccessPointAir {
    static let accessPoint = LinkAddress(rawValue: 0xAABB_CC00_0001)
    /// From a frame to its copy, in nanoseconds.
    static let delay: Int64 = 400_000

    /// A frame from a station to the access point.
    static func up(
        _ body: [UInt8], from source: LinkAddress, to destination: LinkAddress, number: UInt16, qos: UInt16 = 0
    )
        -> [UInt8]
    {
        SyntheticRadioFrame.bytes(
            IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: 8, flags: 0x01), address1: accessPoint,
                address2: source, address3: destination, sequenceControl: number << 4, qosControl: qos), body: body)
    }

    /// A frame from the access point to a station, or to a group.
    static func down(_ body: [UInt8], from source: LinkAddress, to destination: LinkAddress, number: UInt16) -> [UInt8]
    {
        // To groups without QoS.
        let subtype: UInt8 = destination.isGroup ? 0 : 8
        return SyntheticRadioFrame.bytes(
            IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: subtype, flags: 0x02), address1: destination,
                address2: accessPoint, address3: source, sequenceControl: number << 4,
                qosControl: destination.isGroup ? nil : 0), body: body)
    }

    /// The frames of a capture of Ethernet, sent through the access point.
    static func capture(of ethernet: [UInt8]) throws -> [UInt8] {
        var air: [(frame: [UInt8], time: Int64)] = []
        var reader = try CaptureFile.open(bytes: ethernet).makeReader()
        var number: UInt16 = 0
        while let record = try reader.next() {
            let bytes = reader.bytes.copied()
            let addresses = [0, 6].map { start in
                LinkAddress(rawValue: bytes[start..<start + 6].reduce(0) { $0 << 8 | UInt64($1) })
            }
            let body = [0xAA, 0xAA, 0x03, 0, 0, 0] + bytes[12...]
            number += 1
            air.append((up(body, from: addresses[1], to: addresses[0], number: number), record.time))
            air.append(
                (down(body, from: addresses[1], to: addresses[0], number: number + 1000), record.time + delay))
        }
        var capture = SyntheticCapture.ofRadio
        for (frame, time) in air.sorted(by: { $0.time < $1.time }) { try capture.append(frame, at: time) }
        return capture.bytes
    }
}
