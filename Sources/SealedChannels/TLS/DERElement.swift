import WireCoding

/// An element of the Distinguished Encoding Rules (ITU-T X.690 §8, §10): a tag, a length, and content within its
/// bounds.
///
/// Only what certificates consist of is read: tags of one byte and definite lengths of up to four. Nothing here
/// recurses; who reads a structure goes down step by step.
struct DERElement: ~Escapable {
    let tag: UInt8
    /// The content without its header.
    var content: ByteReader

    @_lifetime(copy content)
    init(tag: UInt8, content: ByteReader) {
        self.tag = tag
        self.content = content
    }

    static let boolean: UInt8 = 0x01
    static let objectIdentifier: UInt8 = 0x06
    static let octetString: UInt8 = 0x04
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
}

extension ByteReader {
    /// Reads the element at the position and moves over it.
    ///
    /// - Throws: `truncated` when it is longer than what is left, `invalidValue` for a tag or a length of a form that
    ///   certificates do not have.
    @_lifetime(copy self)
    mutating func readDERElement() throws(WireError) -> DERElement {
        let bookmark = self
        let tag = try readUInt8("DER tag")
        guard tag & 0x1F != 0x1F else { throw bookmark.error(.invalidValue(UInt64(tag)), "DER tag") }
        let lengthBookmark = self
        let first = try readUInt8("DER length")
        var length = Int(first)
        if first & 0x80 != 0 {
            let size = Int(first & 0x7F)
            guard (1...4).contains(size) else {
                throw lengthBookmark.error(.invalidValue(UInt64(first)), "DER length")
            }
            length = 0
            for _ in 0..<size { length = length << 8 | Int(try readUInt8("DER length")) }
        }
        return DERElement(tag: tag, content: try subreader(length, "DER content", limit: "DER length"))
    }

    /// Reads an element that must have that tag, and moves over it.
    ///
    /// - Throws: As ``readDERElement()``, and `invalidValue` for another tag.
    @_lifetime(copy self)
    mutating func readDERElement(_ tag: UInt8) throws(WireError) -> ByteReader {
        let bookmark = self
        let element = try readDERElement()
        guard element.tag == tag else { throw bookmark.error(.invalidValue(UInt64(element.tag)), "DER tag") }
        return element.content
    }
}
