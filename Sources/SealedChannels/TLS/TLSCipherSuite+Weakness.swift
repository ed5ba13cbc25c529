extension TLSCipherSuite {
    /// What a suite lacks.
    @nonexhaustive
    public enum Weakness: Hashable, Sendable {
        /// Nothing is encrypted.
        case noEncryption
        /// Keys of 40 or 56 bits, as the law of the United States once demanded for export.
        case export
        /// RC4 (RFC 7465).
        case rc4
        /// DES, or IDEA (RFC 5469).
        case des
        /// Triple DES: blocks of 64 bits.
        case tripleDES
        /// No certificate and no shared key: neither end knows who the other one is.
        case anonymous
        /// CBC with HMAC-SHA1.
        case cbcWithSHA1

        /// Whether the suite must not be used. The others are old, but not known to be broken if they are implemented well.
        public var isBroken: Bool { self != .cbcWithSHA1 }
    }

    /// The worst that is known of the suite; nil for nothing.
    public var weakness: Weakness? {
        if let known = Self.weaknesses[rawValue] { return known }
        if case .aesCBC(_, .sha1)? = parameters?.cipher { return .cbcWithSHA1 }
        return nil
    }

    private static let weaknesses: [UInt16: Weakness] = {
        var table: [UInt16: Weakness] = [:]
        func add(_ weakness: Weakness, _ numbers: [UInt16]) {
            for number in numbers { table[number] = weakness }
        }
        add(
            .anonymous,
            [
                0x0018, 0x001A, 0x001B, 0x0034, 0x003A, 0x0046, 0x006C, 0x006D, 0x0089, 0x009B, 0x00A6, 0x00A7, 0x00BF,
                0x00C5, 0xC016, 0xC017, 0xC018, 0xC019, 0xC046, 0xC047, 0xC05A, 0xC05B, 0xC084, 0xC085,
            ])
        add(
            .tripleDES,
            [
                0x000A, 0x000D, 0x0010, 0x0013, 0x0016, 0x001F, 0x0023, 0x008B, 0x008F, 0x0093, 0xC003, 0xC008, 0xC00D,
                0xC012, 0xC01A, 0xC01B, 0xC01C, 0xC034,
            ])
        add(.des, [0x0007, 0x0009, 0x000C, 0x000F, 0x0012, 0x0015, 0x001E, 0x0021, 0x0022, 0x0025])
        add(
            .rc4,
            [
                0x0004, 0x0005, 0x0020, 0x0024, 0x0066, 0x008A, 0x008E, 0x0092, 0xC002, 0xC007, 0xC00C, 0xC011, 0xC033,
            ])
        add(
            .export,
            [0x0003, 0x0006, 0x0008, 0x000B, 0x000E, 0x0011, 0x0014, 0x0017, 0x0019] + (0x0026...0x002B)
                + (0x0062...0x0065))
        // The last two authenticate alone (RFC 9150).
        add(
            .noEncryption,
            [
                0x0000, 0x0001, 0x0002, 0x002C, 0x002D, 0x002E, 0x003B, 0x00B0, 0x00B1, 0x00B4, 0x00B5, 0x00B8, 0x00B9,
                0xC001, 0xC006, 0xC00B, 0xC010, 0xC015, 0xC039, 0xC03A, 0xC03B, 0xC0B4, 0xC0B5,
            ])
        return table
    }()
}
