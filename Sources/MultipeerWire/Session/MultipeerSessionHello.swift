import WireCoding

/// The body of a session hello: the first packet of each side.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 4 | 0546F801 | bytes B2, meaning S |
/// | 2 | 0010 | the same |
/// | 2 | 0B02 | the same |
/// | 2 | 0 | the same |
/// | 8 | flags, 8000000000000002 | the same |
///
/// All fields are kept, as are bytes after them.
public struct MultipeerSessionHello: LaidOutHeader, Hashable {
    /// Bytes of the fields.
    public static let size = 18

    /// 0546F801 in all published packets.
    public var word: UInt32 = 0x0546_F801
    /// 0010 in all published packets.
    public var firstNumber: UInt16 = 0x0010
    /// 0B02 in all published packets.
    public var secondNumber: UInt16 = 0x0B02
    /// 0 in all published packets.
    public var reserved: UInt16 = 0
    /// 8000000000000002 in all published packets; the meaning of the bits is unknown.
    public var flags: UInt64 = 0x8000_0000_0000_0002
    /// Bytes after the fields; none in published packets.
    public var trailing: [UInt8] = []

    public init() {}

    /// The eighteen bytes of the fields, in their order.
    public static let layout = HeaderLayout<Self>(
        "session hello",
        .part(\.word, "word", .hexadecimal(digits: 8)), .part(\.firstNumber, "firstNumber"),
        .part(\.secondNumber, "secondNumber", .hexadecimal(digits: 4)), .part(\.reserved, "reserved"),
        .part(\.flags, "flags", .hexadecimal(digits: 16)))

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` for fewer than eighteen bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        try Self.layout.read(&input, into: &self)
        trailing = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeBytes(trailing)
    }
}
