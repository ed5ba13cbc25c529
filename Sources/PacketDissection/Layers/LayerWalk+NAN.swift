import WireCoding
import WirelessFrames

extension LayerWalk {
    /// The body of a management frame of Wi-Fi Aware.
    mutating func nan(_ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ offset: Int) {
        let body = reader(bytes, at: offset)
        guard let view = NANView(control, body: body.input, baseOffset: offset) else { return }
        let (start, end) = (view.attributeRange.lowerBound, view.attributeRange.upperBound)
        var input = ByteReader(
            body.input.extracting(start..<end), baseOffset: offset &+ start,
            limit: view.kind == .beacon ? "element length" : limit)
        let (list, error) = NANAttributeList.parse(&input)
        let frame = NANFrame(view.kind, category: body.input[0], attributes: list.attributes, rest: list.rest)
        // Of a beacon the layer is the element with its header, six bytes.
        let first = view.kind == .beacon ? start &- 6 : 0
        append("nan", offset &+ first, end &- first, NANFields.fields(frame))
        if let error { fault("nan", error) }
    }
}
