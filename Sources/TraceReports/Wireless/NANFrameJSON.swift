import PacketDissection
import WireCoding
import WirelessFrames

/// Frames of Wi-Fi Aware as JSON, with the fields that the layer `nan` of ``FrameView`` has.
///
/// What was read from JSON gives the same bytes again, for every frame. Of an attribute with a `value` its bytes count, of
/// others the fields; where a frame says something twice, as `control` and `type` do, one of both is enough, and two that
/// contradict each other are an error. What is missing has a value that makes sense:
///
/// | missing | is |
/// |---|---|
/// | `frame` | `serviceDiscovery`; with a `subtype` `action` |
/// | `category` | 4, public action |
/// | `serviceID` | that of the `serviceName` |
/// | `control` | what follows from the parts that are there |
/// | `oui`, `protocolType` of service info | 506f9a, 2 |
/// | `bitDuration`, `period`, `startOffset` | 16, 512, 0 |
/// | `txAntennas`, `rxAntennas`, `rxNSS` | 1 |
/// | `maximumLatency` | 65535 |
/// | other numbers | 0 |
public enum NANFrameJSON {
    /// The frame as one object, ended by a line feed.
    ///
    /// - Parameter pretty: On several lines.
    public static func text(of frame: NANFrame, pretty: Bool = false) -> String {
        var text = JSONText(pretty: pretty)
        text.value(NANFields.fields(frame))
        text.endLine()
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Reads one frame, or an array of any number of them.
    ///
    /// - Throws: What is wrong with the text, and where.
    public static func frames(from text: String) throws(DNSMessageJSONError) -> [NANFrame] {
        var frames: [NANFrame] = []
        for object in try JSONObjectReader.objects(in: text) { frames.append(try frame(object)) }
        return frames
    }

    private static func frame(_ object: JSONObjectReader) throws(DNSMessageJSONError) -> NANFrame {
        var attributes: [NANAttribute] = []
        for object in try object.objects("attributes") ?? [] {
            attributes.append(try NANAttributeReader(object: object).attribute())
        }
        let category: UInt8 = try object.number("category") ?? NANFrame.publicCategory
        let frame = NANFrame(
            try kind(object), category: category, attributes: attributes, rest: try object.bytes("rest") ?? [])
        try object.expectAgreement(with: NANFields.fields(frame), ignoring: ["attributes"])
        return frame
    }

    private static func kind(_ object: JSONObjectReader) throws(DNSMessageJSONError) -> NANFrameKind {
        let subtype: UInt8? = try object.number("subtype")
        switch try object.text("frame") ?? (subtype == nil ? "serviceDiscovery" : "action") {
        case "beacon": return .beacon
        case "serviceDiscovery": return .serviceDiscovery
        case "action": return .action(NANActionSubtype(rawValue: try object.required(subtype, "subtype")))
        default: throw object.error("frame", "is neither beacon nor serviceDiscovery nor action")
        }
    }
}
