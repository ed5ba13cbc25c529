extension TXTRecord {
    /// The most remarks that are made about one record; a record of empty strings could fill memory with them.
    public static let maximumRemarks = 256

    /// The most characters of a key that RFC 6763 §6.4 recommends.
    public static let recommendedKeyLength = 9

    /// All that is wrong with the record or could be better, in the order of the bytes, what concerns the whole record
    /// first (RFC 6763 §6). Beyond ``maximumRemarks`` the rest is left out.
    public var remarks: [TXTRecordRemark] {
        var remarks: [TXTRecordRemark] = []
        if rdata.isEmpty { remarks.append(TXTRecordRemark(.noData)) }
        if let mark = TXTRecordRemark.SizeMark.allCases.last(where: { rdata.count > $0.rawValue }) {
            remarks.append(TXTRecordRemark(.size(length: rdata.count, over: mark)))
        }
        var firsts: [[UInt8]: Int] = [:]
        var count = 0
        let end = forEachString(withEmpty: true) { string in
            let offset = string.startIndex - 1
            if string.isEmpty {
                // A record with this string alone has no attributes.
                if rdata.count > 1 { remarks.append(TXTRecordRemark(.emptyString, offset: offset)) }
            } else {
                Self.remark(Entry(string), count, offset, &firsts, &remarks)
                count += 1
            }
            return remarks.count < Self.maximumRemarks
        }
        if remarks.count < Self.maximumRemarks, end < rdata.count {
            let cut = TXTRecordRemark.Kind.stringCutOff(needed: Int(rdata[end]), available: rdata.count - end - 1)
            remarks.append(TXTRecordRemark(cut, offset: end))
        }
        return Array(remarks.prefix(Self.maximumRemarks))
    }

    private static func remark(
        _ entry: Entry, _ index: Int, _ offset: Int, _ firsts: inout [[UInt8]: Int],
        _ remarks: inout [TXTRecordRemark]
    ) {
        func note(_ kind: TXTRecordRemark.Kind, _ place: Int) {
            remarks.append(TXTRecordRemark(kind, entry: index, offset: place))
        }
        switch entry.violation {
        case .emptyKey: note(.emptyKey, offset)
        case .invalidKeyCharacter(let byte, let position):
            note(.invalidKeyCharacter(byte, position: position), offset + 1 + position)
        case .entryTooLong, .recordTooLong, nil: break
        }
        if !entry.key.isEmpty {
            let key = entry.key.map(LabelBytes.folded)
            if let first = firsts[key] {
                note(.repeatedKey(first: first), offset)
            } else {
                firsts[key] = index
            }
            if entry.key.count > recommendedKeyLength { note(.longKey(length: entry.key.count), offset) }
        }
        if entry.length > Entry.maximumLengthOfAppleBuilder {
            note(.entryBeyondAppleLimit(length: entry.length), offset)
        }
        if entry.value != nil && entry.valueText == nil { note(.binaryValue, offset) }
    }

    /// The data of a TXT record that breaks no rule (RFC 6763 §6).
    ///
    /// - Throws: The first remark of severity ``RuleSeverity/must``.
    public init(validating rdata: [UInt8]) throws(TXTRecordRemark) {
        self.init(observed: rdata)
        if let fault = remarks.first(where: { $0.severity == .must }) { throw fault }
    }
}
