import WireCoding
import WirelessFrames

/// Builds an 802.11 frame from its JSON object.
struct IEEE80211FrameReader {
    let object: FieldObject

    /// Members whose objects have been compared with the values built from them.
    var ignored: [String] { object.has("body") ? [] : ["subframes", "elements"] }

    func frame() throws(WireJSONError) -> IEEE80211Frame {
        let header = try header()
        var frame = IEEE80211Frame(
            header: header, body: try body(header), headerPadding: try object.bytes("headerPadding") ?? [])
        if let check: UInt32 = try object.number("frameCheckSequence") {
            frame.frameCheckSequence = check
        } else if try object.flag("fcsPresent") == true {
            frame.frameCheckSequence = frame.computedCheckSequence
        }
        return frame
    }

    /// Throws for a frame whose bytes differ from what it was built from. A `body` may be of any kind.
    func expectReadBack(of frame: IEEE80211Frame) throws(WireJSONError) {
        var written = ByteWriter()
        frame.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        var flags: RadiotapFlags = frame.headerPadding.isEmpty ? [] : .headerPadding
        if frame.frameCheckSequence != nil { flags.insert(.frameCheckSequence) }
        guard var read = try? IEEE80211Frame(parsing: &input, flags: flags) else {
            throw object.error("frameControl", "makes a frame that cannot be read")
        }
        guard read.headerPadding == frame.headerPadding else {
            throw object.error("headerPadding", "does not fill the header up to a multiple of four bytes")
        }
        if object.has("body") { read.body = frame.body }
        guard read == frame else {
            throw object.error("frameControl", "is of a frame that has no such body")
        }
    }

    private func header() throws(WireJSONError) -> IEEE80211Header {
        let control = try frameControl()
        return IEEE80211Header(
            frameControl: control, duration: try object.number("duration") ?? 0,
            address1: try object.required(object.address("address1"), "address1"),
            address2: try address("address2", control.hasAddress2),
            address3: try address("address3", control.hasSequenceControl),
            sequenceControl: try sequenceControl(control), address4: try address("address4", control.hasAddress4),
            qosControl: try qosControl(control), htControl: try htControl(control),
            carriedFrameControl: try carriedFrameControl(control))
    }

    private func address(_ key: String, _ isThere: Bool) throws(WireJSONError) -> LinkAddress? {
        guard isThere else { return nil }
        return try object.required(object.address(key), key)
    }

    private func frameControl() throws(WireJSONError) -> IEEE80211FrameControl {
        if let number: UInt16 = try object.number("frameControl") {
            guard number & 3 == 0 else { throw object.error("frameControl", "is of another version than 0") }
            return IEEE80211FrameControl(rawValue: number)
        }
        let type: UInt8 = try object.required(object.number("type", maximum: 3), "frameControl")
        let subtype: UInt8 = try object.required(object.number("subtype", maximum: 15), "subtype")
        var flags: UInt8 = 0
        for (bit, name) in Self.flagNames.enumerated() where try object.flag(name) == true { flags |= 1 << UInt8(bit) }
        let kind = IEEE80211FrameType(rawValue: type) ?? .extension
        if IEEE80211FrameControl(type: kind, subtype: subtype).controlFrameExtension != nil {
            flags |= try object.number("controlFrameExtension", maximum: 15) ?? 0
        }
        return IEEE80211FrameControl(type: kind, subtype: subtype, flags: flags)
    }

    /// In the order of their bits.
    private static let flagNames = [
        "toDS", "fromDS", "moreFragments", "retry", "powerManagement", "moreData", "protected", "order",
    ]

    private func sequenceControl(_ control: IEEE80211FrameControl) throws(WireJSONError) -> UInt16? {
        guard control.hasSequenceControl else { return nil }
        let number: UInt16 = try object.number("sequenceNumber", maximum: 4095) ?? 0
        let fragment: UInt16 = try object.number("fragmentNumber", maximum: 15) ?? 0
        return number << 4 | fragment
    }

    private func qosControl(_ control: IEEE80211FrameControl) throws(WireJSONError) -> UInt16? {
        guard control.isQoSData else { return nil }
        if let number: UInt16 = try object.number("qosControl") { return number }
        let trafficID: UInt16 = try object.number("tid", maximum: 15) ?? 0
        return trafficID | (object.has("subframes") ? 0x80 : 0)
    }

    private func htControl(_ control: IEEE80211FrameControl) throws(WireJSONError) -> UInt32? {
        guard control.hasHTControl else { return nil }
        let bytes = try object.required(object.bytes("htControl", count: 4), "htControl")
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func carriedFrameControl(
        _ control: IEEE80211FrameControl
    ) throws(WireJSONError) -> IEEE80211FrameControl? {
        guard control.isControlWrapper else { return nil }
        let number: UInt16? = try object.number("carriedFrameControl")
        return IEEE80211FrameControl(rawValue: try object.required(number, "carriedFrameControl"))
    }

    private func body(_ header: IEEE80211Header) throws(WireJSONError) -> IEEE80211Frame.Body {
        let control = header.frameControl
        if let bytes = try object.bytes("body") { return .bytes(bytes) }
        if object.has("cipherHeader") { return try protected() }
        if object.has("subframes") { return .aggregate(try subframes(), rest: try object.bytes("rest") ?? []) }
        if control.isAction, object.has("category") { return .action(try action()) }
        if let size = control.fixedFieldsSize, ["elements", "fixed", "timestamp"].contains(where: object.has) {
            guard size == BeaconBody.fixedSize else {
                let fixed = try object.required(object.bytes("fixed"), "fixed")
                guard fixed.count == size || control.isAuthentication && fixed.count > size else {
                    throw object.error("fixed", "has \(fixed.count) bytes and not \(size)")
                }
                return .elements(fixed: fixed, try InformationElementList(fields: object))
            }
            return .beacon(try BeaconBody(fields: object))
        }
        if control.isAction || control.fixedFieldsSize ?? 0 > 0, !control.isProtected, !header.isFragment {
            throw object.error(control.isAction ? "category" : "elements", "is missing, or a body")
        }
        return .bytes([])
    }

    private func protected() throws(WireJSONError) -> IEEE80211Frame.Body {
        let bytes = try object.required(object.bytes("cipherHeader"), "cipherHeader")
        var input = ByteReader(bytes.span)
        guard let cipher = try? CipherHeader(parsing: &input), input.isAtEnd else {
            throw object.error("cipherHeader", "is neither four bytes nor eight")
        }
        return .protected(cipher, try object.bytes("content") ?? [])
    }

    private func action() throws(WireJSONError) -> ActionBody {
        let category = ActionBody.Category(rawValue: try object.required(object.number("category"), "category"))
        let content = try object.bytes("content") ?? []
        let number: UInt8? = try object.number("action")
        let isVendorSpecific =
            category.isVendorSpecific
            || (category == .publicAction || category == .protectedDualPublicAction)
                && number ?? ActionBody.vendorAction
                    == ActionBody.vendorAction
        guard let organization = try object.organization("organization") else {
            guard !isVendorSpecific else { throw object.error("organization", "is missing") }
            return ActionBody(
                category: category, action: try object.required(number, "action"), content: content)
        }
        guard isVendorSpecific else { throw object.error("organization", "means nothing in frames of this category") }
        return ActionBody(category: category, organization: organization, content: content)
    }

    private func subframes() throws(WireJSONError) -> [AMSDUSubframe] {
        let objects = try object.objects("subframes") ?? []
        var subframes: [AMSDUSubframe] = []
        for (index, object) in objects.enumerated() {
            let content = try object.required(object.bytes("content"), "content")
            guard content.count <= 0xFFFF else { throw object.error("content", "has more than 65535 bytes") }
            var subframe = AMSDUSubframe(
                destination: try object.required(object.address("destination"), "destination"),
                source: try object.required(object.address("source"), "source"), content: content,
                isLast: index + 1 == objects.count)
            if let padding = try object.bytes("padding") { subframe.padding = padding }
            subframes.append(subframe)
        }
        return subframes
    }
}
