import WireCoding

/// Hashes of the services that a sender offers, each a number from 0 to 255: element 6. The hash function is not known.
///
/// | bytes | field |
/// |---|---|
/// | 3 | reserved |
/// | 2 | service update indicator, little-endian |
/// | 4 | mask, little-endian: bit i says that there is a byte for the numbers from 8i to 8i + 7 |
/// | n | these bytes, the lowest first |
public struct AWDLServiceParameters: AWDLElement {
    public static let type = AWDLTLVType.serviceParameters
    public static let name = "service parameters"

    /// The number of bytes before those that the mask announces.
    public static let fixedSize = 9

    /// Three bytes as a number, the first one most significant; always 0 so far.
    public var reserved: UInt32
    /// Another number whenever the services have changed.
    public var serviceUpdateIndicator: UInt16
    /// Bit i announces a byte in ``groups`` for the numbers from 8i to 8i + 7.
    public var mask: UInt32
    /// A byte for each bit of the mask; written without more than that, and with zeros for what is missing.
    public var groups: [UInt8]

    /// Parameters as they are on the wire; the other initializer makes mask and groups from the numbers.
    public init(serviceUpdateIndicator: UInt16, mask: UInt32, groups: [UInt8], reserved: UInt32 = 0) {
        self.reserved = reserved
        self.serviceUpdateIndicator = serviceUpdateIndicator
        self.mask = mask
        self.groups = groups
    }

    /// With the mask and groups of these numbers.
    public init(serviceUpdateIndicator: UInt16, values: some Sequence<UInt8>) {
        var groups = [UInt8](repeating: 0, count: 32)
        for value in values { groups[Int(value) / 8] |= 1 << (value % 8) }
        let mask = groups.indices.reduce(UInt32(0)) { groups[$1] == 0 ? $0 : $0 | 1 << UInt32($1) }
        self.init(
            serviceUpdateIndicator: serviceUpdateIndicator, mask: mask, groups: groups.filter { $0 != 0 })
    }

    /// The numbers, ascending.
    public var values: [UInt8] {
        var values: [UInt8] = []
        var rest = groups[...]
        for group in 0..<32 where mask >> UInt32(group) & 1 == 1 {
            guard let bits = rest.popFirst() else { break }
            values += (0..<8).filter { bits >> $0 & 1 == 1 }.map { UInt8(group * 8 + $0) }
        }
        return values
    }
}

extension AWDLServiceParameters {
    public init() { self.init(serviceUpdateIndicator: 0, mask: 0, groups: []) }
    public static let fields: [FieldDescription<Self>] = [
        .size(fixedSize, "AWDL service parameters"),
        .bytes(\.reserved, .uint24("AWDL service parameters")),
        .field("serviceUpdateIndicator", \.serviceUpdateIndicator, .number, .integer()),
        maskAndValues,
        .unusual("reserved", \.reserved, .number(upTo: 0xFF_FFFF), usual: 0),
    ]

    /// The mask, and the numbers that the groups say. One may be given without the other.
    private static let maskAndValues = FieldDescription<Self>(
        names: ["mask", "values"],
        write: { parameters in
            [
                FrameField("mask", .number(parameters.mask)),
                FrameField("values", .list(parameters.values.map { .number($0) })),
            ]
        },
        read: { (object, parameters) throws(FieldError) in
            let values: [UInt8] = try object.value("values", .list(.number)) ?? []
            let implied = AWDLServiceParameters(serviceUpdateIndicator: 0, values: values)
            (parameters.mask, parameters.groups) = (implied.mask, implied.groups)
            guard let mask: UInt32 = try object.number("mask"), mask != implied.mask else { return }
            guard implied.mask & ~mask == 0 else { throw object.error("mask", "lacks a group that values are in") }
            // Groups of the mask without a value have a byte 0.
            var groups = implied.groups[...]
            parameters.groups = (0..<32).filter { mask >> UInt32($0) & 1 == 1 }.map { group in
                implied.mask >> UInt32(group) & 1 == 1 ? groups.removeFirst() : 0
            }
            parameters.mask = mask
        },
        vary: { source, parameters in
            parameters.mask = UInt32(truncatingIfNeeded: source.next() & source.next() & source.next())
            let count = parameters.mask.nonzeroBitCount
            parameters.groups = source.extremeBytes(from: count, upTo: count)
        },
        wire: FieldLayout(
            parse: { (input, parameters) throws(WireError) in
                parameters.mask = try input.readUInt32LittleEndian("AWDL service mask")
                parameters.groups = try input.readBytes(parameters.mask.nonzeroBitCount, "AWDL service values")
            },
            serialize: { parameters, output in
                output.writeUInt32LittleEndian(parameters.mask)
                output.writeFixed(parameters.groups, parameters.mask.nonzeroBitCount)
            }))
}
