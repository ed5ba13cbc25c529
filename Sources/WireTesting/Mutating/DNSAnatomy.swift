/// The positions of the parts of a DNS message, up to where it is readable.
struct DNSAnatomy {
    /// The starts of names.
    private(set) var names: [Int] = []
    /// The positions of labels' length bytes, including the root's.
    private(set) var labels: [Int] = []
    /// The positions of compression pointers.
    private(set) var pointers: [Int] = []
    /// The positions of records' RDLENGTH.
    private(set) var dataLengths: [Int] = []
    /// The ranges of questions and records.
    private(set) var entries: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        guard let questions = bytes.number(width: 2, at: 4) else { return }
        var position = 12
        for _ in 0..<questions {
            let start = position
            guard skipName(bytes, &position), position + 4 <= bytes.count else { return }
            position += 4
            entries.append(start..<position)
        }
        while position < bytes.count {
            let start = position
            guard skipName(bytes, &position), let length = bytes.number(width: 2, at: position + 8) else { return }
            dataLengths.append(position + 8)
            noteDataName(bytes, type: bytes.number(width: 2, at: position) ?? 0, at: position + 10)
            position += 10 + length
            guard position <= bytes.count else { return }
            entries.append(start..<position)
        }
    }

    private mutating func skipName(_ bytes: [UInt8], _ position: inout Int) -> Bool {
        names.append(position)
        while position < bytes.count {
            let lead = Int(bytes[position])
            if lead >= 0xC0 {
                pointers.append(position)
                position += 2
                return position <= bytes.count
            }
            labels.append(position)
            position += lead + 1
            if lead == 0 { return true }
        }
        return false
    }

    /// PTR, CNAME, NS and NSEC data begin with a name, SRV has one after six bytes, MX after two.
    private mutating func noteDataName(_ bytes: [UInt8], type: Int, at start: Int) {
        var position: Int
        switch type {
        case 2, 5, 12, 47: position = start
        case 33: position = start + 6
        case 15: position = start + 2
        default: return
        }
        _ = skipName(bytes, &position)
    }
}
