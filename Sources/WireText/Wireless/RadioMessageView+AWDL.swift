import PacketDissection
import WireCoding
import WirelessFrames

extension RadioMessageView {
    /// The AWDL content of an 802.11 frame, see ``AWDLContent``: an action frame with its elements, or the header of a
    /// data frame with the packet after it.
    public init(awdl bytes: [UInt8]) {
        do throws(WireError) {
            let content = try AWDLContent(bytes)
            switch content {
            case .action(let frame):
                self.init(
                    bytes, title: "AWDL \(frame.header.subtype), \(bytes.count) bytes", fields: content.fields,
                    parts: frame.elements.map(Self.part), partsName: "tlvs",
                    error: content.fault(in: bytes),
                    partErrors: frame.elements.compactMap(\.error))
            case .data(_, let packet):
                self.init(
                    bytes,
                    title:
                        "AWDL data header, \(bytes.count - packet.count) bytes, then \(packet.count) bytes of packet",
                    fields: content.fields, error: content.fault(in: bytes))
            }
        } catch {
            self.init(bytes, title: "no AWDL frame", error: error)
        }
    }

    private static func part(_ element: AWDLTLV) -> Part {
        let length = element.valueBytes.count
        return Part(
            title: "\(element.type.rawValue)  \(element.type), \(length) \(length == 1 ? "byte" : "bytes")",
            fields: element.fieldValues.filter { !["type", "length", "error"].contains($0.name) })
    }
}
