import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == AWDLActionFrame {
    /// Frames of laptops and phones: periodic synchronization and master indication, with services at times.
    public static var plausible: Generator { Generator { $0.plausibleAWDLFrame() } }

    /// Up to 40 elements of every type, in any order and number, with bytes after their fields, of unknown types too,
    /// and up to two bytes that are not an element.
    public static var extreme: Generator { Generator { $0.extremeAWDLFrame() } }
}

extension Generator where Value == AWDLTLV {
    /// The elements of plausible frames.
    public static var plausible: Generator {
        Generator { random in
            let frame = random.plausibleAWDLFrame()
            return random.pick(frame.elements)
        }
    }

    /// Elements of every type, with bytes after their fields, and of unknown ones.
    public static var extreme: Generator { Generator { $0.extreme(AWDLTLV.extreme) } }
}

extension Generator where Value == AWDLDataHeader {
    /// The short form, before IPv6.
    public static var plausible: Generator {
        Generator { AWDLDataHeader(sequenceNumber: $0.integer(), etherType: 0x86DD) }
    }

    /// Both forms, with up to the most elements and bytes around them, and other numbers in place of the magic one.
    public static var extreme: Generator { Generator { $0.extreme(AWDLDataHeader.extreme) } }
}

extension SeededGenerator {
    mutating func awdlNode() -> AWDLNode {
        let host = pick(["laptop", "Annas-iPhone", "ipad-7"])
        let slots = (0..<16).map { _ -> UInt16 in pick([0x2C80, 0x2C80, 0x9580, 0x0651, 0]) }
        var node = AWDLNode(
            address: deviceAddress(), name: AWDLName(items: [.label(Array(host.utf8)), .code(.local)]),
            channelSequence: AWDLChannelSequence(encoding: .operatingClass, slots: slots),
            metric: UInt32(number(in: 60...700)))
        node.version = AWDLVersion(version: 0x34, deviceClass: pick([.macOS, .iOS]))
        if chance(1, in: 3) {
            let name = AWDLName(items: [.label(Array(letters(12).utf8)), .label(Array("_airdrop".utf8))])
            node.services = [
                AWDLServiceResponse(
                    name: name,
                    data: .service(
                        priority: 0, weight: 0, port: 8770,
                        target: AWDLName(items: [.label(Array(host.utf8)), .code(.local)]))),
                AWDLServiceResponse(name: name, data: .text([Array("flags=507".utf8)])),
            ]
        }
        return node
    }

    fileprivate mutating func plausibleAWDLFrame() -> AWDLActionFrame {
        let node = awdlNode()
        let time = UInt64(number(in: 0...86_400_000_000))
        return chance(2, in: 3) ? node.periodicSynchronizationFrame(at: time) : node.masterIndicationFrame(at: time)
    }

    fileprivate mutating func extremeAWDLFrame() -> AWDLActionFrame {
        let header = AWDLActionHeader(
            subtype: AWDLFrameSubtype(rawValue: pick([0, 3, byte()])), phyTxTime: word(),
            targetTxTime: word(), version: pick([0x10, byte()]), reserved: pick([0, byte()]))
        let elements = (0..<extremeCount(upTo: 40)).map { _ in extreme(AWDLTLV.extreme) }
        // One or two bytes are never an element.
        return AWDLActionFrame(
            header: header, elements: elements, rest: bytes(number(in: 0...2)))
    }
}
