import WireCoding

/// The time in which a certificate is valid, its first and its last second included (RFC 5280 §4.1.2.5).
public struct TLSCertificateValidity: Hashable, Sendable {
    /// Seconds since 1970.
    public var notBefore: Int64
    /// Seconds since 1970; of a certificate that never expires, the last second of the year 9999.
    public var notAfter: Int64

    /// A validity between two moments, in seconds since 1970.
    public init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Reads both times of the sequence's content.
    ///
    /// - Throws: `truncated` if one is missing, `invalidValue` for a time of a form that certificates do not have.
    init(parsing input: inout ByteReader) throws(WireError) {
        notBefore = try Self.readTime(&input)
        notAfter = try Self.readTime(&input)
    }

    private static func readTime(_ input: inout ByteReader) throws(WireError) -> Int64 {
        let bookmark = input
        var element = try input.readDERElement()
        guard let time = seconds(element.content.readRemainingBytes(), tag: element.tag) else {
            throw bookmark.error(.invalidValue(UInt64(element.tag)), "DER time")
        }
        return time
    }

    /// `YYMMDDHHMMSSZ` of the years 1950 to 2049, or `YYYYMMDDHHMMSSZ`.
    private static func seconds(_ text: [UInt8], tag: UInt8) -> Int64? {
        var digits = text
        if tag == DERElement.utcTime, text.count == 13 {
            digits = Array((text[0] >= UInt8(ascii: "5") ? "19" : "20").utf8) + text
        } else if tag != DERElement.generalizedTime {
            return nil
        }
        guard digits.count == 15, digits[14] == UInt8(ascii: "Z") else { return nil }
        var written: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            switch index {
            case 4, 6: written.append(UInt8(ascii: "-"))
            case 8: written.append(UInt8(ascii: "T"))
            case 10, 12: written.append(UInt8(ascii: ":"))
            default: break
            }
            written.append(digit)
        }
        return RFC3339.time(written.span)?.seconds
    }
}
