/// The positions of records or blocks in a capture file, up to where it is readable.
struct CaptureAnatomy {
    /// Whole records of pcap after the file's header, or whole blocks of pcapng.
    private(set) var records: [Range<Int>] = []
    let isPcapng: Bool
    /// The order of bytes in the file's numbers.
    let isBigEndian: Bool

    /// Nil for what does not begin as pcap or pcapng do.
    init?(_ bytes: [UInt8]) {
        switch bytes.number(width: 4, at: 0) {
        case 0x0A0D_0D0A:
            isPcapng = true
            isBigEndian = bytes.number(width: 4, at: 8) == 0x1A2B_3C4D
        case 0xA1B2_C3D4, 0xA1B2_3C4D:
            isPcapng = false
            isBigEndian = true
        case 0xD4C3_B2A1, 0x4D3C_B2A1:
            isPcapng = false
            isBigEndian = false
        default: return nil
        }
        var position = isPcapng ? 0 : 24
        // Captured length of a record, total length of a block.
        while let length = bytes.number(width: 4, at: position + (isPcapng ? 4 : 8), bigEndian: isBigEndian) {
            let size = isPcapng ? length : 16 + length
            guard size >= 12, size <= bytes.count - position else { return }
            records.append(position..<position + size)
            position += size
        }
    }

    /// The positions of the size fields in a record: captured and original length, or for a block total length and its
    /// repetition, and for packets the two lengths.
    func lengthPlaces(of record: Range<Int>) -> [Int] {
        guard isPcapng else { return [record.lowerBound + 8, record.lowerBound + 12] }
        var places = [record.lowerBound + 4, record.upperBound - 4]
        if record.count >= 32 { places += [record.lowerBound + 20, record.lowerBound + 24] }
        return places
    }
}
