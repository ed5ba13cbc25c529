import WireCoding

/// A step in setting up or ending a data path (attribute 41): ``NANDataPathHeader``, then elements of type (one byte),
/// length (two bytes, little-endian) and value to the end.
public struct NANDataPathExtension: NANAttributeBody {
    public static let id = NANAttributeID.dataPathExtension

    /// The part that attribute 16 has too.
    public var header = NANDataPathHeader()
    /// The elements after the header, in their order.
    public var elements: [Element] = []

    /// An element about the data path beyond the header.
    public enum Element: Hashable, WireElement {
        /// Type 0: the lower eight bytes of the sender's link-local IPv6 address, the first on top.
        case interfaceID(UInt64)
        /// Type 1.
        case serviceInfo(NANServiceInfo)
        /// Any other, and those of a length that they cannot have. At most 65535 bytes; written without more than that.
        case other(type: UInt8, value: [UInt8])

        /// The number before the length.
        public var type: UInt8 {
            switch self {
            case .interfaceID: 0
            case .serviceInfo: 1
            case .other(let type, _): type
            }
        }

        /// The bytes after the length.
        public var value: [UInt8] {
            switch self {
            case .interfaceID(let identifier): ByteWriter.bytes { $0.writeUInt64(identifier) }
            case .serviceInfo(let info): ByteWriter.bytes(info.serialize(into:))
            case .other(_, let value): value
            }
        }

        /// The element of a type and a value.
        public init(type: UInt8, value: [UInt8]) {
            var input = ByteReader(value.span)
            if type == 0, value.count == 8, let identifier = try? input.readUInt64("NAN interface ID") {
                self = .interfaceID(identifier)
            } else if type == 1, let info = try? NANServiceInfo(parsing: &input) {
                self = .serviceInfo(info)
            } else {
                self = .other(type: type, value: value)
            }
        }

        /// - Throws: `truncated` when header or value is longer than what is left.
        public init(parsing input: inout ByteReader) throws(WireError) {
            let (type, value) = try input.readTypeLengthValue("NAN data path element")
            self.init(type: type, value: value)
        }

        /// Writes type, length and at most 65535 bytes of the value.
        public func serialize(into output: inout ByteWriter) { output.writeTypeLengthValue(type, value) }
    }

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .part(\.header),
        .field("tlvs", \.elements, .list(.pathElement), .list(of: .element(blank: .interfaceID(0)))),
    ]
}

extension FieldCodec where Value == NANDataPathExtension.Element {
    fileprivate static var pathElement: FieldCodec {
        FieldCodec(
            encode: {
                .object([FrameField("type", .number($0.type)), FrameField("value", .hex($0.value))])
            },
            decode: { (field, path) throws(FieldError) in
                let object = try FieldObject(field, path: path)
                return Value(
                    type: try object.required(object.number("type"), "type"),
                    value: try object.required(object.value("value", .hex), "value"))
            },
            extreme: { source in
                switch source.number(in: 0...2) {
                case 0: .interfaceID(source.next())
                case 1: .serviceInfo(.extreme(from: &source))
                default:
                    .other(type: UInt8(source.number(in: 2...255)), value: source.extremeBytes(from: 0, upTo: 12))
                }
            })
    }
}
