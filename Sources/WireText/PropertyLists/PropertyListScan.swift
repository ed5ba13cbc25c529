import ServiceDiscovery

/// The checks of a property list before Foundation reads it: that it is not too large or too deep, and the keys of an
/// XML list.
///
/// Foundation builds a value for each use of an object of a binary list, so a few bytes can become very many values, and
/// a set in one ends the program on Linux. Of an XML list it forgets the order of keys and those that are there twice.
struct PropertyListScan {
    /// The keys of the dictionaries of an XML list in the order of the file, by the keys that lead to each dictionary. No
    /// further down than declarations go.
    private(set) var keys: [[String]: [String]] = [:]
    private var values = AppServiceDeclarations.maximumValues
    private var text = AppServiceDeclarations.maximumLength
    /// The most keys that lead to a dictionary whose keys matter: `WiFiAwareServices`, the service.
    private static let longestPath = 2

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        guard bytes.count <= AppServiceDeclarations.maximumLength else {
            throw PropertyListError(.tooLarge(length: bytes.count))
        }
        if bytes.starts(with: "bplist".utf8) {
            let list = try BinaryObjects(bytes)
            try scan(list.top, of: list, depth: 0)
        } else {
            try scanXML(bytes)
        }
    }

    private mutating func spendValue(at offset: Int, depth: Int) throws(PropertyListError) {
        guard depth <= AppServiceDeclarations.maximumDepth else { throw PropertyListError(.tooDeep, at: offset) }
        guard values > 0 else { throw PropertyListError(.tooManyValues, at: offset) }
        values -= 1
    }
}

// MARK: - XML

extension PropertyListScan {
    /// An array or dictionary that is not closed yet.
    private struct Container {
        /// The keys that lead to it; nil if their order does not matter there.
        let path: [String]?
        /// The entry that is being read.
        var key: String?

        func path(toDictionary isDictionary: Bool) -> [String]? {
            guard isDictionary, let path, let key, path.count < longestPath else { return nil }
            return path + [key]
        }
    }

    /// The markup of XML, what it begins and ends with; a tag is what is left.
    private static let markup = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"), ("<", ">")]

    /// Follows the tags; whatever else is wrong, Foundation will say.
    private mutating func scanXML(_ bytes: [UInt8]) throws(PropertyListError) {
        for mark: [UInt8] in [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]] where bytes.starts(with: mark) {
            throw PropertyListError(.unsupportedEncoding)
        }
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // Old text formats, which Foundation reads as well, begin with something else.
        position = bytes[position...].firstIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? bytes.count
        guard position < bytes.count, bytes[position] == 0x3C else {
            throw PropertyListError(.unknownFormat, at: position)
        }
        var open: [Container] = []
        var hasRoot = false
        var keyStart = position
        while let start = bytes[position...].firstIndex(of: 0x3C) {
            let (opening, closing) = Self.markup.first { bytes[start...].starts(with: $0.0.utf8) } ?? ("<", ">")
            let content = start + opening.utf8.count
            guard let end = bytes[content...].firstRange(of: closing.utf8) else { return }
            position = end.upperBound
            guard opening == "<" else { continue }
            let isEmpty = bytes[end.lowerBound - 1] == 0x2F
            let name = bytes[content..<end.lowerBound - (isEmpty ? 1 : 0)].prefix {
                ![0x20, 0x0A, 0x0D, 0x09].contains($0)
            }
            switch String(decoding: name, as: UTF8.self) {
            case "/dict", "/array": _ = open.popLast()
            case "key": keyStart = position
            case "/key":
                guard let last = open.indices.last else { continue }
                let key = String(decoding: bytes[keyStart..<start], as: UTF8.self)
                open[last].key = key
                if let path = open[last].path { keys[path, default: []].append(key) }
            case "plist": continue
            case let name where name.first != "/":
                if open.isEmpty, hasRoot { throw PropertyListError(.malformed, at: start) }
                let isContainer = name == "dict" || name == "array"
                try spendValue(at: start, depth: open.count + (isContainer ? 1 : 0))
                let path = open.last.map { $0.path(toDictionary: name == "dict") } ?? []
                if isContainer, !isEmpty { open.append(Container(path: path)) }
                hasRoot = true
            default: continue
            }
        }
    }
}

// MARK: - Binary

/// The objects of a binary property list (CFBinaryPList.c): after them a table of their offsets, and a trailer of 32
/// bytes that says how wide the table's numbers are.
///
/// ```
/// bplist00 | objects … | offsets … | unused (6) offsetIntSize (1) objectRefSize (1)
///                                    numObjects (8) topObject (8) offsetTableOffset (8)
/// ```
private struct BinaryObjects {
    let bytes: [UInt8]
    let offsetSize, referenceSize, table, top: Int

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        let trailer = bytes.count - 32
        // bplist15, 16 and 17 are other formats, which no Info.plist has.
        guard bytes.count > 6, bytes[6] == 0x30 else { throw PropertyListError(.unknownFormat, at: 6) }
        guard trailer >= 8, let top = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8)
        else { throw PropertyListError(.malformed, at: max(0, trailer)) }
        (self.bytes, self.top, self.table) = (bytes, top, table)
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    }

    /// A number of `size` bytes; nil if these are not there, or it does not fit.
    static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        guard (1...8).contains(size), offset >= 0, offset <= bytes.count - size else { return nil }
        return Int(exactly: bytes[offset..<offset + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    /// Where the items of an object begin, and how many its marker says there are: up to 14, or 15 before an integer.
    func items(of offset: Int) -> (start: Int, count: Int)? {
        let short = Int(bytes[offset] & 15)
        guard short == 15 else { return (offset + 1, short) }
        guard let marker = Self.number(bytes, at: offset + 1, size: 1), (0x10...0x13).contains(marker),
            let count = Self.number(bytes, at: offset + 2, size: 1 << (marker & 15)), count <= bytes.count
        else { return nil }
        return (offset + 2 + 1 << (marker & 15), count)
    }
}

extension PropertyListScan {
    /// Counts an object and all in it. A list that contains itself is too deep.
    private mutating func scan(_ object: Int, of list: BinaryObjects, depth: Int) throws(PropertyListError) {
        let (position, overflows) = object.multipliedReportingOverflow(by: list.offsetSize)
        guard !overflows, position < list.bytes.count, list.table < list.bytes.count,
            let offset = BinaryObjects.number(list.bytes, at: list.table + position, size: list.offsetSize),
            offset < list.bytes.count, let items = list.items(of: offset)
        else { throw PropertyListError(.malformed, at: list.table) }
        let kind = list.bytes[offset] >> 4
        try spendValue(at: offset, depth: depth + (kind == 0xA || kind == 0xD ? 1 : 0))
        var references = 0
        switch kind {
        case 0x4, 0x5, 0x6:
            guard items.count <= text else { throw PropertyListError(.tooManyValues, at: offset) }
            text -= items.count
        case 0xA: references = items.count
        case 0xC: if items.count > 0 { throw PropertyListError(.malformed, at: offset) }
        case 0xD: references = 2 * items.count
        default: break
        }
        for index in 0..<references {
            let place = items.start + index * list.referenceSize
            guard let object = BinaryObjects.number(list.bytes, at: place, size: list.referenceSize) else {
                throw PropertyListError(.malformed, at: place)
            }
            try scan(object, of: list, depth: depth + 1)
        }
    }
}
