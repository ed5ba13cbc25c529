import WireCoding

/// The body of a hello: who its sender is.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 4 | 6, unexplained | B2 |
/// | 2 | length of the text | B2 |
/// | … | instance name, `+`, display name, NUL | B2 |
///
/// The instance name is the peer number in base 36, see ``MultipeerPeerID/instanceName``. It must agree with the
/// invitation and with Bonjour, or the framework closes the connection (S).
public struct MultipeerHello: Hashable, Sendable {
    /// Bytes before the text.
    public static let fixedSize = 6
    /// The longest text that has a wire form.
    public static let maximumTextLength = 0xFFFF

    /// 6 in all published packets. Others are kept.
    public var word: UInt32
    /// The text as it is on the wire, with its NUL.
    public var text: [UInt8]
    /// Bytes after the text; none in published packets.
    public var trailing: [UInt8]

    /// A hello with that text, which is written as it is, so it must end with its NUL.
    public init(word: UInt32 = 6, text: [UInt8], trailing: [UInt8] = []) {
        (self.word, self.text, self.trailing) = (word, text, trailing)
    }

    /// The hello of a peer: its instance name, `+`, its display name and a NUL.
    public init(_ peer: MultipeerPeerID) {
        self.init(text: Array(peer.instanceName.utf8) + [UInt8(ascii: "+")] + peer.nameBytes + [0])
    }

    /// The text before the first `+`; all of it where there is none.
    public var instanceName: ArraySlice<UInt8> { text[..<(separator ?? text.endIndex)] }

    /// The peer, or nil where the text has no `+`, or what comes before it is no peer number.
    public var peer: MultipeerPeerID? {
        guard let separator, let number = MultipeerPeerID.number(fromInstanceName: text[..<separator]) else {
            return nil
        }
        let name = text[(separator + 1)...]
        return MultipeerPeerID(number: number, nameBytes: Array(name.last == 0 ? name.dropLast() : name))
    }

    private var separator: Int? { text.firstIndex(of: UInt8(ascii: "+")) }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` where the text is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "hello")
        word = try input.readUInt32("hello word")
        let length = Int(try input.readUInt16("hello text length"))
        var region = try input.subreader(length, "hello text", limit: "hello text length")
        text = region.readRemainingBytes()
        trailing = input.readRemainingBytes()
    }

    /// - Throws: `tooLong` for a text of more than 65,535 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(text.count, "hello text", maximum: Self.maximumTextLength)
        output.writeUInt32(word)
        output.writeUInt16(UInt16(text.count))
        output.writeBytes(text)
        output.writeBytes(trailing)
    }
}
