import PacketDissection
import WireCoding
import WirelessFrames

/// Frames of Wi-Fi Aware as JSON, with the fields that the layer `nan` of ``FrameView`` has.
///
/// A frame read from JSON gives the same bytes again, always. If an attribute has a `value`, its bytes count, otherwise
/// its fields. If two fields say the same, as `control` and `type` do, one is enough, and a contradiction is an error.
/// Missing fields have sensible defaults:
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
/// | `elementSizes` of a beacon | 251 each, the last what is left |
/// | `trailing` of a beacon | empty |
/// | other numbers | 0 |
public enum NANFrameJSON: WireJSON {
    public static func fields(of frame: NANFrame) -> [FrameField] { frame.fieldValues }

    public static func value(of object: FieldObject) throws(WireJSONError) -> NANFrame {
        let frame = try NANFrame(fields: object)
        try object.expectAgreement(with: frame.fieldValues, ignoring: ["attributes"])
        try expectReadBack(of: frame, object)
        return frame
    }

    public static func serialize(_ frame: NANFrame, into output: inout ByteWriter) { frame.serialize(into: &output) }

    /// Throws for a frame whose bytes differ from what it was built from.
    private static func expectReadBack(
        of frame: NANFrame, _ object: FieldObject
    ) throws(WireJSONError) {
        var written = ByteWriter()
        frame.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        guard let read = try? NANFrame.parse(&input).frame else {
            throw object.error("attributes", "make a frame that cannot be read")
        }
        // Sizes that are the usual ones may be given.
        guard read.elementSizes == frame.elementSizes || read.elementSizes.isEmpty && hasGivenSizes(frame, bytes) else {
            throw object.error("elementSizes", "are not those of elements of at most 251 bytes that hold all")
        }
        guard read.trailing == frame.trailing else {
            throw object.error("trailing", "begins with an element of Wi-Fi Aware")
        }
        let isSame = zip(read.attributes.attributes, frame.attributes.attributes).allSatisfy {
            $0.id == $1.id && $0.body == $1.body
        }
        guard isSame, read.attributes.attributes.count == frame.attributes.attributes.count,
            read.attributes.rest == frame.attributes.rest
        else { throw object.error("rest", "begins with an attribute") }
    }

    /// Whether a beacon's elements, which are the usual ones, have the sizes that it was given.
    private static func hasGivenSizes(_ frame: NANFrame, _ bytes: [UInt8]) -> Bool {
        var attributes = ByteWriter()
        frame.attributes.serialize(into: &attributes)
        guard frame.elementSizes.reduce(0, +) == attributes.count else { return false }
        var walk = InformationElements(bytes.span)
        for size in frame.elementSizes {
            guard let element = try? walk.next(), element.body.count == size + 4 else { return false }
        }
        return true
    }
}
