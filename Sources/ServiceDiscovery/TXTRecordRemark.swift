/// A deviation of a TXT record from RFC 6763 §6, or a possible improvement, and its location.
public struct TXTRecordRemark: Error, Hashable, Sendable {
    /// What deviates or could be improved.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The data has no bytes at all; a record without attributes is one zero byte.
        case noData
        /// The last string announces `needed` bytes where `available` are left.
        case stringCutOff(needed: Int, available: Int)
        /// An empty string is among others.
        case emptyString
        /// The entry begins with `=`: receivers have to ignore it.
        case emptyKey
        /// The key has a byte that is not printable ASCII, `position` bytes after its start. Only the first one is
        /// reported.
        case invalidKeyCharacter(UInt8, position: Int)
        /// The key was there before, in any case of letters, in entry `first`: this one does not count.
        case repeatedKey(first: Int)
        /// The key has more than nine characters.
        case longKey(length: Int)
        /// The entry fits a string, but is longer than what Apple's `TXTRecordSetValue` builds.
        case entryBeyondAppleLimit(length: Int)
        /// The value is not UTF-8. That is legal, but programs that show text will not show it.
        case binaryValue
        /// The data has more bytes than this mark. Only the highest mark is reported.
        case size(length: Int, over: SizeMark)
    }

    /// Sizes of the data that RFC 6763 names, in bytes.
    @nonexhaustive
    public enum SizeMark: Int, CaseIterable, Hashable, Sendable {
        /// The size that a record should need (§6.2).
        case typical = 200
        /// The size that fits a DNS message of 512 bytes together with the other records (§6.2).
        case smallMessage = 400
        /// The size that fits one Ethernet frame; more is sent as IP fragments (§6.2).
        case frame = 1300
        /// The size that fits the largest message of multicast DNS, 9000 bytes (§6.1, RFC 6762 §17).
        case message = 8900
        /// The size that fits a DNS record.
        case record = 65535
    }

    /// What deviates, with the numbers that show it.
    public let kind: Kind
    /// The index in ``TXTRecord/entries``; nil if the remark is not about an entry or concerns the whole record.
    public let entry: Int?
    /// Bytes from the start of ``TXTRecord/rdata``: the key's byte for ``Kind/invalidKeyCharacter(_:position:)``, the
    /// string's length byte for other faults of a string, 0 for the whole record.
    public let offset: Int

    init(_ kind: Kind, entry: Int? = nil, offset: Int = 0) {
        self.kind = kind
        self.entry = entry
        self.offset = offset
    }

    /// How grave it is; only ``RuleSeverity/must`` breaks a requirement.
    public var severity: RuleSeverity { facts.severity }

    /// The document and section that say so: `RFC 6763 §6.4`.
    public var reference: String { facts.reference }

    private var facts: (severity: RuleSeverity, reference: String, sentence: String) {
        switch kind {
        case .noData:
            (.must, "RFC 6763 §6.1", "the data is empty; a record without attributes is a single zero byte")
        case .stringCutOff(let needed, let available):
            (
                .must, "RFC 1035 §3.3.14",
                "a string at offset \(offset) announces \(needed) bytes, but only \(available) are left"
            )
        case .emptyString:
            (.information, "RFC 6763 §6.1", "an empty string is among the others; receivers skip it")
        case .emptyKey: (.must, "RFC 6763 §6.4", "an entry without a key before the = is ignored by receivers")
        case .invalidKeyCharacter(let byte, let position):
            (.must, "RFC 6763 §6.4", "the key has byte \(byte) at position \(position); allowed is printable ASCII")
        case .repeatedKey(let first):
            (.should, "RFC 6763 §6.4", "the key was already given by entry \(first + 1); receivers ignore this entry")
        case .longKey(let length):
            (.recommendation, "RFC 6763 §6.4", "the key has \(length) characters; nine or fewer are recommended")
        case .entryBeyondAppleLimit(let length):
            (
                .recommendation, "dns_sd.h, TXTRecordSetValue",
                "the entry has \(length) bytes; Apple's TXTRecordSetValue builds no more than"
                    + " \(TXTRecord.Entry.maximumLengthOfAppleBuilder)"
            )
        case .binaryValue: (.information, "RFC 6763 §6.5", "the value is not UTF-8 text")
        case .size(let length, let mark):
            (
                mark.facts.severity, mark.facts.reference,
                "the record has \(length) bytes, more than the \(mark.rawValue) that \(mark.facts.use)"
            )
        }
    }
}

extension TXTRecordRemark.SizeMark {
    fileprivate var facts: (severity: RuleSeverity, reference: String, use: String) {
        switch self {
        case .typical: (.information, "RFC 6763 §6.2", "are usual")
        case .smallMessage: (.recommendation, "RFC 6763 §6.2", "fit a DNS message of 512")
        case .frame: (.should, "RFC 6763 §6.2", "fit one Ethernet frame")
        case .message: (.must, "RFC 6763 §6.1", "fit a multicast DNS message")
        case .record: (.must, "RFC 1035 §3.2.1", "fit a DNS record")
        }
    }
}

extension TXTRecordRemark: CustomStringConvertible {
    /// One sentence without the key, whose characters are the sender's.
    public var description: String { facts.sentence }
}
