import PacketDissection
import WireCoding
import WirelessFrames

/// 802.11 frames as JSON, with the fields of the layer `ieee80211` of ``FrameView`` followed by the body.
///
/// A frame read from JSON gives the same bytes again, always. `frameControl` is complete; `type`, `subtype` and the
/// flags repeat parts of it, and either is enough. A `body` is written unchanged; without one the parts of a body of
/// its kind count:
///
/// | frame | parts of the body |
/// |---|---|
/// | beacon, probe response | `timestamp`, `beaconInterval`, `capabilityInfo`, `elements`, `rest` |
/// | action | `category`, `action`, `organization`, `content` |
/// | other management | `fixed`, `elements`, `rest` |
/// | encrypted | `cipherHeader`, `content` |
/// | data of several subframes | `subframes` with `destination`, `source`, `content`, `padding`; `rest` |
///
/// With `fcsPresent` a check sequence is written: `frameCheckSequence`, or the right one.
public enum IEEE80211FrameJSON: WireJSON {
    public static func fields(of frame: IEEE80211Frame) -> [FrameField] {
        var fields = IEEE80211Fields.fields(frame.header)
        if !frame.headerPadding.isEmpty { fields.append(FrameField("headerPadding", .hex(frame.headerPadding))) }
        fields.append(FrameField("fcsPresent", .boolean(frame.frameCheckSequence != nil)))
        if let check = frame.frameCheckSequence, let isValid = frame.isCheckSequenceValid {
            fields += [FrameField("fcsValid", .boolean(isValid)), FrameField("frameCheckSequence", .number(check))]
        }
        return fields + IEEE80211Fields.fields(frame.body) + IEEE80211Fields.content(frame.body)
    }

    public static func value(of object: FieldObject) throws(WireJSONError) -> IEEE80211Frame {
        let reader = IEEE80211FrameReader(object: object)
        let frame = try reader.frame()
        try object.expectAgreement(with: fields(of: frame), ignoring: reader.ignored)
        try reader.expectReadBack(of: frame)
        return frame
    }

    public static func serialize(_ frame: IEEE80211Frame, into output: inout ByteWriter) {
        frame.serialize(into: &output)
    }
}
