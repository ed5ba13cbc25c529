import PacketDissection
import WireCoding
import WirelessFrames

/// A header or frame of a radio with the bytes that it was read from, as `nearscope decode` prints it.
public struct RadioMessageView: Sendable {
    /// The bytes as they were given, including those after an error.
    public let bytes: [UInt8]
    /// The title, one line.
    private let title: String
    /// All fields; empty where not even a header could be read.
    private var fields: [FrameField] = []
    /// Parts that have separate lines in the text, and the name of the field that has them all.
    private var parts: [Part] = []
    private var partsName = ""
    /// The error in the whole.
    private let error: WireError?
    /// The errors in single parts, which are kept unchanged.
    private var partErrors: [WireError] = []

    struct Part: Sendable {
        var title: String
        var fields: [FrameField]
    }

    /// Whether everything could be read and nothing contradicts itself.
    public var isWellFormed: Bool { error == nil && partErrors.isEmpty }
}

extension RadioMessageView {
    /// A radiotap header and the frame after it.
    public init(radiotap bytes: [UInt8]) {
        var input = ByteReader(bytes.span)
        do throws(WireError) {
            let header = try RadiotapHeader(parsing: &input)
            let packet = RadiotapJSON.Packet(header: header, frame: input.readRemainingBytes())
            let rest = packet.frame.isEmpty ? "" : ", then \(packet.frame.count) bytes of frame"
            self.init(
                bytes: bytes, title: "radiotap header, \(header.length) bytes" + rest,
                fields: RadiotapJSON.fields(of: packet), error: header.groups().error)
        } catch {
            self.init(bytes: bytes, title: "no radiotap header", error: error)
        }
    }

    /// An 802.11 frame from its frame control on.
    ///
    /// - Parameters:
    ///   - bytes: The frame.
    ///   - hasCheckSequence: Whether the last four bytes are the frame check sequence.
    public init(ieee80211 bytes: [UInt8], hasCheckSequence: Bool) {
        var input = ByteReader(bytes.span)
        do throws(WireError) {
            let frame = try IEEE80211Frame(parsing: &input, flags: hasCheckSequence ? .frameCheckSequence : [])
            self.init(
                bytes: bytes, title: "\(frame.header.frameControl), \(bytes.count) bytes",
                fields: IEEE80211FrameJSON.fields(of: frame), parts: Self.elements(frame.body), partsName: "elements",
                error: frame.fault() ?? Self.checkError(frame, bytes))
        } catch {
            self.init(bytes: bytes, title: "no 802.11 frame", error: error)
        }
    }

    /// A frame of Wi-Fi Aware, from the category of an action frame on, or the element of a beacon.
    public init(nan bytes: [UInt8]) {
        var input = ByteReader(bytes.span)
        do throws(WireError) {
            let (frame, error) = try NANFrame.parse(&input)
            let attributes = frame.attributes.attributes
            let partErrors = attributes.compactMap { attribute in
                if case .malformed(_, let error) = attribute.value { error } else { nil }
            }
            self.init(
                bytes: bytes, title: "Wi-Fi Aware \(frame.kind), \(bytes.count) bytes", fields: frame.fieldValues,
                parts: attributes.map(Self.part), partsName: "attributes", error: error,
                partErrors: partErrors)
        } catch {
            self.init(bytes: bytes, title: "not a Wi-Fi Aware frame", error: error)
        }
    }

    /// The AWDL content of an 802.11 frame, see ``AWDLContent``: an action frame with its elements, or the header of a
    /// data frame with the packet after it.
    public init(awdl bytes: [UInt8]) {
        do throws(WireError) {
            let content = try AWDLContent(bytes)
            switch content {
            case .action(let frame):
                self.init(
                    bytes: bytes, title: "AWDL \(frame.header.subtype), \(bytes.count) bytes", fields: content.fields,
                    parts: frame.elements.map(Self.part), partsName: "tlvs",
                    error: content.fault(in: bytes),
                    partErrors: frame.elements.compactMap(\.error))
            case .data(_, let packet):
                self.init(
                    bytes: bytes,
                    title:
                        "AWDL data header, \(bytes.count - packet.count) bytes, then \(packet.count) bytes of packet",
                    fields: content.fields, error: content.fault(in: bytes))
            }
        } catch {
            self.init(bytes: bytes, title: "no AWDL frame", error: error)
        }
    }

    private static func size(_ body: [UInt8]) -> String { "\(body.count) \(body.count == 1 ? "byte" : "bytes")" }

    private static func part(_ element: AWDLTLV) -> Part {
        Part(
            title: "\(element.type.rawValue)  \(element.type), \(size(element.valueBytes))",
            fields: element.fieldValues.filter { !["type", "typeName", "length", "error"].contains($0.name) })
    }

    private static func part(_ attribute: NANAttribute) -> Part {
        Part(
            title: "\(attribute.id.rawValue)  \(attribute.id), \(size(attribute.body))",
            fields: attribute.fieldValues.filter { !["id", "idName", "length", "error"].contains($0.name) })
    }

    private static func elements(_ body: IEEE80211Frame.Body) -> [Part] {
        let list: InformationElementList
        switch body {
        case .beacon(let beacon): list = beacon.elements
        case .elements(_, let elements): list = elements
        default: return []
        }
        return list.elements.map { element in
            Part(
                title: "element \(element.id.rawValue), \(Self.size(element.body))",
                fields: element.fieldValues.filter { !["id", "idName", "length"].contains($0.name) })
        }
    }

    private static func checkError(_ frame: IEEE80211Frame, _ bytes: [UInt8]) -> WireError? {
        guard let check = frame.frameCheckSequence, frame.isCheckSequenceValid == false else { return nil }
        return WireError(
            .invalidValue(UInt64(check)), field: "frame check sequence",
            offset: bytes.count - FrameCheckSequence.size)
    }
}

extension RadioMessageView {
    /// One object with all fields and, if something contradicts itself, an `error` with the offset, the sentence and
    /// the bytes around it.
    ///
    /// - Parameter pretty: Whether it is indented, or on one line.
    public func json(pretty: Bool = true) -> [UInt8] {
        var text = JSONText(pretty: pretty)
        text.value(fields.with(error, in: bytes))
        text.endLine()
        return text.bytes
    }

    /// Several lines for people: what it is, its fields, each part with its own, and what is wrong.
    public var text: String {
        var lines = [title] + Self.lines(fields.filter { $0.name != partsName || parts.isEmpty }, indent: "  ")
        for part in parts { lines += ["  " + part.title] + Self.lines(part.fields, indent: "      ") }
        for error in partErrors + (error.map { [$0] } ?? []) {
            lines += ["malformed: \(error)", "    " + HexExcerpt.text(bytes, at: error.offset)]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ fields: [FrameField], indent: String) -> [String] {
        // A flag that is not set does not help people.
        let shown = fields.filter { $0.value != .boolean(false) && $0.value != .hex([]) }
        return SafeText.wrapped(shown.map(FrameView.text), width: 90).map { indent + $0 }
    }
}
