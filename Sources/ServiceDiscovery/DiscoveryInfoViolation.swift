/// Why a dictionary cannot be a ``DiscoveryInfo``.
@nonexhaustive
public enum DiscoveryInfoViolation: Error, Hashable, Sendable {
    /// The pair with that key breaks a rule for entries of TXT records.
    case pair(key: String, TXTRecordViolation)
    /// Both keys are the same but for the case of letters, so that receivers find only one of them (RFC 6763 §6.4).
    case sameKey(String, as: String)
    /// The record would have more than 65,535 bytes.
    case recordTooLong(length: Int)
}

extension DiscoveryInfoViolation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pair(let key, let rule): "\(key.debugDescription): \(rule)"
        case .sameKey(let key, let other):
            "\(key.debugDescription) is the same key as \(other.debugDescription) but for the case of letters"
        case .recordTooLong(let length): "\(TXTRecordViolation.recordTooLong(length: length))"
        }
    }
}

/// Content of a TXT record that a dictionary of text cannot hold.
public struct DiscoveryInfoLoss: Hashable, Sendable {
    /// Why an entry is left out of the dictionary.
    @nonexhaustive
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// The key is empty, or has bytes that are not printable ASCII.
        case invalidKey
        /// The key was there before.
        case repeatedKey
        /// The entry has no `=`. A dictionary has nothing for a key without a value.
        case noValue
        /// The value is not UTF-8.
        case binaryValue
    }

    /// The place in ``TXTRecord/entries``.
    public let entry: Int
    /// The key as it is in the record, which may not be text.
    public let key: [UInt8]
    /// Why the entry is left out.
    public let reason: Reason
}
