import WireCoding
@testable import SealedChannels

/// The records of a flight.
struct TLSRecords: Sequence {
    private let records: [(header: TLSRecordHeader, fragment: [UInt8])]

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes.span)
        var records: [(TLSRecordHeader, [UInt8])] = []
        while !reader.isAtEnd {
            let header = try TLSRecordHeader(parsing: &reader)
            records.append((header, try reader.readBytes(Int(header.length), "TLS record")))
        }
        self.records = records
    }

    func makeIterator() -> some IteratorProtocol<(header: TLSRecordHeader, fragment: [UInt8])> {
        records.makeIterator()
    }
}

/// The records of a datagram.
struct DTLSRecords: Sequence {
    private let records: [(header: DTLSRecordHeader, fragment: [UInt8])]

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes.span)
        var records: [(DTLSRecordHeader, [UInt8])] = []
        while !reader.isAtEnd {
            let header = try DTLSRecordHeader(parsing: &reader)
            records.append((header, try reader.readBytes(Int(header.length), "DTLS record")))
        }
        self.records = records
    }

    func makeIterator() -> some IteratorProtocol<(header: DTLSRecordHeader, fragment: [UInt8])> {
        records.makeIterator()
    }
}

extension TLS12RecordProtection {
    /// Outside of the expectations, which cannot hold a span.
    func open(
        _ fragment: [UInt8], type: TLSContentType = .applicationData, version: TLSVersion = .tls12, number: UInt64
    ) throws(RecordProtectionError) -> [UInt8] {
        try open(fragment.span, contentType: type, version: version, number: number)
    }
}

extension TLS13RecordProtection {
    /// Outside of the expectations, which cannot hold a span.
    func open(_ fragment: [UInt8], number: UInt64) throws(RecordProtectionError) -> OpenedRecord {
        try open(fragment.span, number: number)
    }
}
