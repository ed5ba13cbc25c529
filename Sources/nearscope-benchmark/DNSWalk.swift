import WireCoding

/// The least that reading a DNS message can mean: every length is followed, no name is resolved, and nothing is kept.
enum DNSWalk {
    /// - Returns: The number of questions and records up to the first fault.
    static func count(_ message: Span<UInt8>) -> Int {
        var reader = ByteReader(message)
        var entries = 0
        do throws(WireError) {
            try reader.skip(4, "DNS header")
            let questions = Int(try reader.readUInt16("QDCOUNT"))
            var records = 0
            for _ in 0..<3 { records += Int(try reader.readUInt16("record count")) }
            for _ in 0..<questions {
                try skipName(&reader)
                try reader.skip(4, "question")
                entries += 1
            }
            for _ in 0..<records {
                try skipName(&reader)
                try reader.skip(8, "resource record header")
                try reader.skip(Int(try reader.readUInt16("RDLENGTH")), "RDATA")
                entries += 1
            }
        } catch {}
        return entries
    }

    private static func skipName(_ reader: inout ByteReader) throws(WireError) {
        while true {
            let length = Int(try reader.readUInt8("DNS label length"))
            if length == 0 { return }
            if length >= 0xC0 { return try reader.skip(1, "DNS name pointer") }
            try reader.skip(length, "DNS label")
        }
    }
}
