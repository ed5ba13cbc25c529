extension Mutator {
    /// Faults of a pcap or pcapng file: lengths, records or blocks that are missing, repeated, or out of order, and
    /// headers.
    public static let captures: [Mutator] = [
        Mutator("capture-length", CaptureAnatomy.init) { bytes, capture, random in
            guard let record = random.choice(capture.records) else { return }
            let place = random.pick(capture.lengthPlaces(of: record))
            bytes.lie(width: 4, at: place, bigEndian: capture.isBigEndian, &random)
        },
        Mutator("capture-duplicate", CaptureAnatomy.init) { bytes, capture, random in
            guard !capture.records.isEmpty else { return }
            let record = Array(bytes[random.pick(capture.records)].prefix(0x10000))
            bytes.insert(contentsOf: record, at: random.pick(capture.records).lowerBound)
        },
        Mutator("capture-swap", CaptureAnatomy.init) { bytes, capture, random in
            bytes.swapFields(capture.records, &random)
        },
        Mutator("capture-delete", CaptureAnatomy.init) { bytes, capture, random in
            guard let record = random.choice(capture.records) else { return }
            bytes.removeSubrange(record)
        },
        // Magic number, version, zone, snap length, link type; of a block its type and its first fields.
        Mutator("capture-header", CaptureAnatomy.init) { bytes, capture, random in
            let start = capture.isPcapng ? random.choice(capture.records)?.lowerBound ?? 0 : 0
            let width = random.pick([1, 2, 4])
            let place = start + random.number(in: 0...23)
            bytes.overwrite(
                random.boundaryNumber(width: width), width: width, at: place, bigEndian: capture.isBigEndian)
        },
        Mutator("capture-block-type", CaptureAnatomy.init) { bytes, capture, random in
            guard capture.isPcapng, !capture.records.isEmpty else { return }
            let type = random.pick([0x0A0D_0D0A, 1, 2, 3, 4, 5, 6, 10, 0xBAD, 0x8000_0001])
            bytes.overwrite(
                UInt64(type), width: 4, at: random.pick(capture.records).lowerBound, bigEndian: capture.isBigEndian)
        },
    ]
}
