import WireCoding

/// The AWDL header between a SNAP header (organization 00-17-F2, protocol 0x0800) and the packet. There is no published
/// specification; the layout is known from captures.
///
/// | bytes | field |
/// |---|---|
/// | 2 | 03 04 |
/// | 2 | sequence number, little-endian |
/// | 2 | 00 00 in the short form |
/// | 2 | EtherType |
///
/// The long form, of early systems, has in place of 00 00: a byte 03, a length and that many bytes; elements of type,
/// length (one byte each) and value up to a byte 03; and again a length and that many bytes.
public struct AWDLDataHeader: Hashable, Sendable {
    /// Bytes of the short form.
    public static let shortSize = 8
    /// The first two bytes of all known headers.
    public static let magic: UInt16 = 0x0304
    /// The most elements of a long header; more are taken for damage.
    public static let maximumElements = 64
    /// The longest value of an element, and the longest region around the elements.
    public static let maximumRegionLength = 255

    /// ``magic``, or the bytes in its place.
    public var head: UInt16
    /// Counted by each sender.
    public var sequenceNumber: UInt16
    /// Whether elements lie before the EtherType. All recent systems send the short form.
    public var form: Form
    /// The type of the content, big-endian.
    public var etherType: UInt16

    /// The part between sequence number and EtherType.
    @nonexhaustive
    public enum Form: Hashable, Sendable {
        /// Two bytes, 0; the first is not 3.
        case short(UInt16)
        /// The regions around the elements are at most 255 bytes long.
        case long(leading: [UInt8], elements: [Element], trailing: [UInt8])
    }

    /// An element of the long form.
    public struct Element: Hashable, Sendable {
        /// Not 3, which ends the elements.
        public var type: UInt8
        /// At most 255 bytes.
        public var value: [UInt8]

        /// An element; neither type nor length is checked, see ``AWDLDataHeader/validate(at:)``.
        public init(type: UInt8, value: [UInt8]) {
            self.type = type
            self.value = value
        }

        /// The element's value, if it is the same as in an action frame.
        public var tlv: AWDLTLV {
            var input = ByteReader(value.span)
            return AWDLTLV(type: AWDLTLVType(rawValue: type), parsing: &input)
        }
    }

    /// A header, by default of the short form that recent systems send.
    public init(sequenceNumber: UInt16, etherType: UInt16, form: Form = .short(0), head: UInt16 = magic) {
        self.head = head
        self.sequenceNumber = sequenceNumber
        self.form = form
        self.etherType = etherType
    }

    /// - Throws: `truncated` when the header is longer than what is left, `tooLong` for more than 64 elements.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.shortSize, "AWDL data header")
        head = try input.readUInt16("AWDL data header")
        sequenceNumber = try input.readUInt16LittleEndian("AWDL sequence number")
        let atForm = input
        let mark = try input.readUInt16("AWDL data header")
        guard mark >> 8 == 3 else {
            form = .short(mark)
            etherType = try input.readUInt16("EtherType")
            return
        }
        input = atForm
        try input.skip(1, "AWDL data header")
        let leading = try Self.region.parse(&input)
        var elements: [Element] = []
        while true {
            let type = try input.readUInt8("AWDL data element")
            if type == 3 { break }
            guard elements.count < Self.maximumElements else {
                throw input.error(.tooLong(length: elements.count + 1, maximum: Self.maximumElements), "AWDL elements")
            }
            elements.append(Element(type: type, value: try Self.region.parse(&input)))
        }
        form = .long(leading: leading, elements: elements, trailing: try Self.region.parse(&input))
        etherType = try input.readUInt16("EtherType")
    }

    /// Bytes after their number, of which the first 255 are written.
    private static let region = WireCodec<[UInt8]>.counted(
        by: UInt8.self, "AWDL data length", "AWDL data element", .rest)

    /// The reason why the header is not a known one, though it can be read like them; nil if it begins with ``magic``.
    ///
    /// - Parameters:
    ///   - baseOffset: Where the header lies in the frame.
    ///   - limit: Which length ends the frame.
    public func fault(baseOffset: Int = 0, limit: WireError.Field = .input) -> WireError? {
        guard head != Self.magic else { return nil }
        return WireError(
            .invalidValue(UInt64(head)), field: "AWDL data header", offset: baseOffset, limit: limit)
    }

    /// Looks for what would not be read back.
    ///
    /// - Parameter offset: The start of the header, for the error.
    /// - Throws: `invalidValue` for a short form that begins like a long one, and for an element of type 3; `tooLong` for
    ///   more than 64 elements, and for a region of more than 255 bytes.
    public func validate(at offset: Int = 0) throws(WireError) {
        switch form {
        case .short(let mark):
            if mark >> 8 == 3 {
                throw WireError(.invalidValue(UInt64(mark)), field: "AWDL data header", offset: offset + 4)
            }
        case .long(let leading, let elements, let trailing):
            var position = offset + 5
            try Self.validate(leading, &position)
            try WireError.checkLength(
                elements.count, "AWDL elements", maximum: Self.maximumElements, offset: position)
            for element in elements {
                if element.type == 3 {
                    throw WireError(.invalidValue(3), field: "AWDL data element", offset: position)
                }
                position += 1
                try Self.validate(element.value, &position)
            }
            position += 1
            try Self.validate(trailing, &position)
        }
    }

    private static func validate(_ region: [UInt8], _ position: inout Int) throws(WireError) {
        try WireError.checkLength(region.count, "AWDL data element", maximum: maximumRegionLength, offset: position)
        position += 1 + region.count
    }

    /// Writes a header that can always be read: without elements of type 3 and those after the first 64, with the first
    /// 255 bytes of each region, and with 0 for a short form that begins like a long one. ``validate(at:)`` throws for
    /// these.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(head)
        output.writeUInt16LittleEndian(sequenceNumber)
        switch form {
        case .short(let mark): output.writeUInt16(mark >> 8 == 3 ? 0 : mark)
        case .long(let leading, let elements, let trailing):
            output.writeUInt8(3)
            Self.region.serialize(leading, &output)
            for element in elements.filter({ $0.type != 3 }).prefix(Self.maximumElements) {
                output.writeUInt8(element.type)
                Self.region.serialize(element.value, &output)
            }
            output.writeUInt8(3)
            Self.region.serialize(trailing, &output)
        }
        output.writeUInt16(etherType)
    }
}

/// `leading`, `tlvs` and `trailing` are those of the long form; `head` is shown where it is not 03 04.
extension AWDLDataHeader: DescribedElement {
    public init() { self.init(sequenceNumber: 0, etherType: 0) }

    public static let fields: [FieldDescription<Self>] = [
        .field("sequenceNumber", \.sequenceNumber, .number),
        formFields,
        .required("etherType", \.etherType, .number),
        .unusual("head", \.head, .number, usual: magic),
    ]

    private static let formFields = FieldDescription<Self>(
        names: ["form", "mark", "leading", "tlvs", "trailing"],
        write: { header in
            switch header.form {
            case .short(let mark):
                [FrameField("form", .text("short"))] + (mark == 0 ? [] : [FrameField("mark", .number(mark))])
            case .long(let leading, let elements, let trailing):
                [
                    FrameField("form", .text("long")), FrameField("leading", .hex(leading)),
                    FrameField("tlvs", elementCodec.encode(elements)), FrameField("trailing", .hex(trailing)),
                ]
            }
        },
        read: { (object, header) throws(FieldError) in
            switch try object.text("form") ?? "short" {
            case "short":
                let mark: UInt16 = try object.number("mark") ?? 0
                guard mark >> 8 != 3 else { throw object.error("mark", "begins like the long form") }
                header.form = .short(mark)
            case "long":
                header.form = .long(
                    leading: try object.value("leading", .hex(upTo: maximumRegionLength)) ?? [],
                    elements: try object.value("tlvs", elementCodec) ?? [],
                    trailing: try object.value("trailing", .hex(upTo: maximumRegionLength)) ?? [])
            default: throw object.error("form", "is neither short nor long")
            }
        },
        vary: { source, header in
            let region = FieldCodec<[UInt8]>.hex(upTo: maximumRegionLength)
            header.form =
                source.chance(1, in: 2)
                // The two bits make the long form.
                ? .short(source.extremeNumber(UInt16.self) & 0xFCFF)
                : .long(
                    leading: region.extreme(&source), elements: elementCodec.extreme(&source),
                    trailing: region.extreme(&source))
        })

    private static let elementCodec = FieldCodec<[Element]>.list(
        .object, count: 0...maximumElements, "has more than \(maximumElements) elements")
}

extension AWDLDataHeader.Element: DescribedElement {
    public init() { self.init(type: 0, value: []) }
    public static let fields: [FieldDescription<Self>] = [
        .required("type", \.type, .number),
        .derived("length") { .integer(Int64($0.value.count)) },
        .field("value", \.value, .hex(upTo: AWDLDataHeader.maximumRegionLength)),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard type == 3 else { return }
        guard let object else { return type = 2 }
        throw object.error("type", "is 3, which ends the elements")
    }
}
