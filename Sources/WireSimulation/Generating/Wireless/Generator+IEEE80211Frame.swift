import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == IEEE80211Frame {
    /// Beacons, action frames, data with an LLC header, acknowledgments.
    public static var plausible: Generator { Generator { $0.plausibleFrame() } }

    /// Frames of every type and subtype with or without every optional field of the header: beacons and other
    /// management frames with elements, actions, aggregates, encrypted and fragmented ones. None has padding or a check
    /// sequence, which only the radio's header could announce.
    public static var extreme: Generator { Generator { $0.extremeFrame() } }
}

extension SeededGenerator {
    /// A header with those fields that its frame control announces.
    private mutating func header(
        _ control: IEEE80211FrameControl, fragment: UInt16 = 0, isAggregate: Bool = false
    ) -> IEEE80211Header {
        var header = IEEE80211Header(frameControl: control, duration: half(), address1: linkAddress())
        if control.hasAddress2 { header.address2 = linkAddress() }
        if control.hasSequenceControl {
            header.address3 = linkAddress()
            header.sequenceControl = half() & 0xFFF0 | fragment
        }
        if control.hasAddress4 { header.address4 = linkAddress() }
        if control.isQoSData { header.qosControl = half() & 0xFF7F | (isAggregate ? 0x80 : 0) }
        if control.hasHTControl { header.htControl = word() }
        if control.isControlWrapper { header.carriedFrameControl = IEEE80211FrameControl(rawValue: half()) }
        return header
    }

    fileprivate mutating func plausibleFrame() -> IEEE80211Frame {
        let elements = Generator<InformationElement>.plausible
        switch number(in: 0...3) {
        case 0:
            let beacon = BeaconBody(
                timestamp: UInt64(number(in: 0...86_400_000_000)), interval: 100, capabilities: 0x0411,
                elements: (0..<number(in: 1...5)).map { _ in elements.next(&self) })
            return IEEE80211Frame(
                header: header(IEEE80211FrameControl(type: .management, subtype: 8)), body: .beacon(beacon))
        case 1:
            // The content of the frame comes after category and organization.
            let content = Generator<AWDLActionFrame>.plausible.wireForms.next(&self).dropFirst(4)
            let body = ActionBody(organization: 0x0017F2, content: Array(content))
            return IEEE80211Frame(
                header: header(IEEE80211FrameControl(type: .management, subtype: 13)), body: .action(body))
        case 2:
            let packet: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 0] + bytes(number(in: 20...200))
            return IEEE80211Frame(
                header: header(IEEE80211FrameControl(type: .data, subtype: 8, flags: pick([1, 2]))),
                body: .bytes(packet))
        default:
            return IEEE80211Frame(
                header: header(IEEE80211FrameControl(type: .control, subtype: 13)), body: .bytes([]))
        }
    }

    fileprivate mutating func extremeFrame() -> IEEE80211Frame {
        /// To DS, from DS, retry, power management, more data, order.
        let flags = byte() & 0xBB
        let elements = Generator<InformationElement>.extreme.list(count: 0...8)
        switch number(in: 0...6) {
        case 0:
            let control = IEEE80211FrameControl(type: .management, subtype: pick([5, 8]), flags: flags)
            let beacon = BeaconBody(
                timestamp: boundary(), interval: half(), capabilities: half(), elements: elements.next(&self))
            return IEEE80211Frame(header: header(control), body: .beacon(beacon))
        case 1:
            let control = IEEE80211FrameControl(type: .management, subtype: pick([13, 14]), flags: flags)
            return IEEE80211Frame(header: header(control), body: .action(extremeAction()))
        case 2:
            let control = IEEE80211FrameControl(
                type: .management, subtype: pick([0, 1, 2, 3, 4, 10, 11, 12]), flags: flags)
            var fixed = bytes(control.fixedFieldsSize ?? 0)
            guard control.isAuthentication else {
                let list = InformationElementList(elements.next(&self))
                return IEEE80211Frame(header: header(control), body: .elements(fixed: fixed, list))
            }
            // Only the fields of the first three algorithms are followed by elements; the others have fixed content.
            fixed.replaceSubrange(0..<2, with: [UInt8(number(in: 0...3)), 0])
            let list = InformationElementList(fixed[0] < 3 ? elements.next(&self) : [])
            if fixed[0] == 3 { fixed += extremeBytes(upTo: 200) }
            return IEEE80211Frame(header: header(control), body: .elements(fixed: fixed, list))
        case 3:
            let control = IEEE80211FrameControl(type: .data, subtype: pick([8, 9, 10, 11]), flags: flags)
            let count = extremeCount(upTo: 30)
            let subframes = (0..<count).map { index in
                AMSDUSubframe(
                    destination: linkAddress(), source: linkAddress(), content: extremeBytes(upTo: 1500),
                    isLast: index == count - 1)
            }
            return IEEE80211Frame(
                header: header(control, isAggregate: true), body: .aggregate(subframes, rest: []))
        case 4:
            let control = IEEE80211FrameControl(type: .data, subtype: pick([0, 1, 8, 11]), flags: flags | 0x40)
            return IEEE80211Frame(
                header: header(control, fragment: half() & 15),
                body: .protected(extremeCipherHeader(), extremeBytes(upTo: 1500)))
        case 5:
            // A piece of a body is only bytes, whatever the header announces.
            let control = IEEE80211FrameControl(type: .data, subtype: pick([0, 8]), flags: flags | 4)
            return IEEE80211Frame(header: header(control), body: .bytes(extremeBytes(upTo: 1500)))
        default:
            let control = pick([
                IEEE80211FrameControl(type: .control, subtype: byte() & 15, flags: flags),
                IEEE80211FrameControl(type: .extension, subtype: byte() & 15, flags: flags),
                IEEE80211FrameControl(type: .management, subtype: pick([6, 7, 9, 15]), flags: flags),
                IEEE80211FrameControl(type: .data, subtype: byte() & 7, flags: flags),
            ])
            return IEEE80211Frame(header: header(control), body: .bytes(extremeBytes(upTo: 1500)))
        }
    }

    private mutating func extremeAction() -> ActionBody {
        let content = extremeBytes(upTo: 1500)
        switch number(in: 0...2) {
        case 0:
            return ActionBody(
                category: pick([.vendorSpecific, .protectedVendorSpecific]), organization: word(), content: content)
        case 1:
            return ActionBody(
                category: pick([.publicAction, .protectedDualPublicAction]), organization: word(), content: content)
        default:
            // Action 9 of the public ones would have an organization.
            let category = ActionBody.Category(rawValue: pick([0, 3, 4, 9, 21, 125, 128, 255]))
            return ActionBody(category: category, action: pick([0, 1, 8, 10, 255]), content: content)
        }
    }

    private mutating func extremeCipherHeader() -> CipherHeader {
        var header = CipherHeader(ccmpPacketNumber: boundary(), keyID: byte() & 3)
        header.initializationVector = word() & 0xFF_FFFF
        header.keyOctet = byte()
        header.extendedVector = header.isExtended ? word() : nil
        return header
    }
}
