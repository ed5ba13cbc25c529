import WireCoding
import WirelessFrames

extension LayerWalk {
    mutating func radiotap(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header: RadiotapHeader
            let atStart = input
            try input.require(RadiotapHeader.minimumSize, "radiotap header")
            let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
            do throws(WireError) {
                header = try RadiotapHeader(parsing: &input)
            } catch {
                // Presence words that run out of the header do not hide the frame, which the length finds.
                guard length >= RadiotapHeader.minimumSize, length <= atStart.remaining else { throw error }
                fault("radiotap", error)
                header = RadiotapHeader(
                    version: bytes[offset], padding: bytes[offset &+ 1], presence: [],
                    content: bytes.copied(offset &+ 4..<offset &+ length))
            }
            let (fields, error) = RadiotapFields.fields(header, baseOffset: offset)
            if let error { fault("radiotap", error) }
            append("radiotap", offset, length, fields)
            let view = RadiotapView(bytes.extracting(offset..<bytes.count))
            ieee80211(bytes, offset &+ length, flags: view?.flags ?? [])
        } catch {
            fault("radiotap", error)
        }
    }
}
