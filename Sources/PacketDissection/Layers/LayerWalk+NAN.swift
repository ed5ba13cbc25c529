import WireCoding
import WirelessFrames

extension LayerWalk {
    /// The body of a management frame of Wi-Fi Aware.
    mutating func nan(_ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ offset: Int) {
        var body = reader(bytes, at: offset)
        guard let view = NANView(control, body: body.input, baseOffset: offset) else {
            // A frame of Wi-Fi Aware all the same, which ends before its attributes.
            do throws(WireError) { _ = try NANFrame.parse(&body) } catch { fault("nan", error) }
            return
        }
        let (frame, error) = NANFrame.read(view, limit: limit)
        // In a beacon the layer begins with the first element's header and ends with the last element.
        let first = view.kind == .beacon ? view.attributeRange.lowerBound &- 6 : 0
        append("nan", offset &+ first, view.end &- first, frame.fieldValues)
        if let error { fault("nan", error) }
    }
}
