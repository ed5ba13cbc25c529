import WireCoding

/// Whom a certificate names, and when it is valid (RFC 5280 §4.1): what a reader of a capture wants of it. Nothing is verified.
public struct TLSCertificateNames: Hashable, Sendable {
    /// Host names that are kept; certificates of large sites have more.
    public static let maximumDNSNames = 32
    /// Bytes of a name that is kept; longer ones are left out. A common name may have 64 characters (RFC 5280 §A.1), a
    /// host name 253.
    public static let maximumNameLength = 256

    /// The common name of the subject, nil where it has none.
    public var subject: String?
    /// The common name of the issuer, nil where it has none.
    public var issuer: String?
    /// The host names of the subject alternative name, in their order.
    public var dnsNames: [String] = []
    /// Whether host names were left out.
    public var hasMoreNames = false
    /// When the certificate is valid; nil if its times cannot be read.
    public var validity: TLSCertificateValidity?

    /// Reads the names of an X.509 certificate in DER.
    ///
    /// - Throws: `truncated` or `invalidValue` if the structure is not that of a certificate.
    public init(parsing input: inout ByteReader) throws(WireError) {
        var certificate = try input.readDERElement(DERElement.sequence)
        var fields = try certificate.readDERElement(DERElement.sequence)
        // The version is left out in certificates of version 1.
        if fields.nextByte == 0xA0 { _ = try fields.readDERElement() }
        _ = try fields.readDERElement()  // serial number
        _ = try fields.readDERElement(DERElement.sequence)  // signature algorithm
        var name = try fields.readDERElement(DERElement.sequence)
        issuer = try Self.commonName(&name)
        var times = try fields.readDERElement(DERElement.sequence)
        validity = try? TLSCertificateValidity(parsing: &times)
        name = try fields.readDERElement(DERElement.sequence)
        subject = try Self.commonName(&name)
        _ = try fields.readDERElement(DERElement.sequence)  // public key
        while !fields.isAtEnd {
            var element = try fields.readDERElement()
            if element.tag == 0xA3 {
                var extensions = try element.content.readDERElement(DERElement.sequence)
                try readExtensions(&extensions)
            }
        }
    }

    private mutating func readExtensions(_ extensions: inout ByteReader) throws(WireError) {
        while !extensions.isAtEnd {
            var element = try extensions.readDERElement(DERElement.sequence)
            var identifier = try element.readDERElement(DERElement.objectIdentifier)
            guard identifier.readRemainingBytes() == [0x55, 0x1D, 0x11] else { continue }
            if element.nextByte == DERElement.boolean { _ = try element.readDERElement() }
            var value = try element.readDERElement(DERElement.octetString)
            var names = try value.readDERElement(DERElement.sequence)
            while !names.isAtEnd {
                var name = try names.readDERElement()
                // A dNSName; the other forms name no host.
                guard name.tag == 0x82 else { continue }
                guard dnsNames.count < Self.maximumDNSNames, name.content.remaining <= Self.maximumNameLength else {
                    hasMoreNames = true
                    continue
                }
                dnsNames.append(String(decoding: name.content.readRemainingBytes(), as: UTF8.self))
            }
        }
    }

    /// The last common name: the most specific one (RFC 4514 §2.1 writes it first).
    private static func commonName(_ name: inout ByteReader) throws(WireError) -> String? {
        var found: String?
        while !name.isAtEnd {
            var set = try name.readDERElement(DERElement.set)
            while !set.isAtEnd {
                var attribute = try set.readDERElement(DERElement.sequence)
                var identifier = try attribute.readDERElement(DERElement.objectIdentifier)
                guard identifier.readRemainingBytes() == [0x55, 0x04, 0x03] else { continue }
                var value = try attribute.readDERElement()
                guard value.content.remaining <= maximumNameLength else { continue }
                found = text(value.content.readRemainingBytes(), tag: value.tag) ?? found
            }
        }
        return found
    }

    /// A text of one of the types that names have (ITU-T X.680 §41), nil for another type.
    private static func text(_ bytes: [UInt8], tag: UInt8) -> String? {
        switch tag {
        case 0x0C, 0x13, 0x16: String(decoding: bytes, as: UTF8.self)
        // TeletexString: in practice Latin-1.
        case 0x14: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        // BMPString: two bytes for each character.
        case 0x1E:
            String(
                decoding: stride(from: 0, to: bytes.count - bytes.count % 2, by: 2)
                    .map { bytes.span.bigEndianUInt16(at: $0) },
                as: UTF16.self)
        default: nil
        }
    }
}

extension ByteReader {
    /// The byte at the position, or 0 at the end.
    fileprivate var nextByte: UInt8 { isAtEnd ? 0 : input[position] }
}
