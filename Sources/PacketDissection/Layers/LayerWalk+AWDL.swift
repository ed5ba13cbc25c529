import WireCoding
import WirelessFrames

extension LayerWalk {
    /// The body of a management frame.
    mutating func management(_ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ offset: Int) {
        let input = reader(bytes, at: offset)
        switch VendorFrameKind(control, body: input.input) {
        case .awdl: awdl(bytes, offset)
        case .nan: nan(control, bytes, offset)
        case nil: break
        }
    }

    private mutating func awdl(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let frame = try AWDLActionFrame(parsing: &input)
            append("awdl", offset, input.position, frame.fieldValues)
            if let error = frame.fault(baseOffset: offset, limit: limit) { throw error }
        } catch {
            fault("awdl", error)
        }
    }

    /// A header that does not begin like any known one is shown as it reads, with that fault, and ends the walk:
    /// nothing shows where a packet would begin.
    mutating func awdlData(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try AWDLDataHeader(parsing: &input)
            append("awdlData", offset, input.position, header.fieldValues)
            if let error = header.fault(baseOffset: offset, limit: limit) { throw error }
            network(EtherType(rawValue: header.etherType), bytes, offset &+ input.position)
        } catch {
            fault("awdlData", error)
        }
    }
}
