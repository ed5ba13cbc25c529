import DNSWire

/// The result of asking a responder to register an instance label.
@nonexhaustive
public enum InstanceAcceptance: Hashable, Sendable {
    /// It is registered as it is.
    case unchanged
    /// It is registered under the name of the computer.
    case computerName
    /// It is registered without its end.
    case cut([UInt8])
    /// It is registered as several labels, parted at its dots.
    case split([[UInt8]])
    /// It is not registered.
    case refused(InstanceNameViolation)
}

extension ResponderFamily {
    /// The result that the family's responder produces for an instance label.
    ///
    /// Only that of a ``measured`` family is known; of the others it is assumed that they refuse what does not fit a label.
    /// Those of Apple and Avahi accept control characters and bytes that are not UTF-8, against RFC 6763 §4.1.1.
    ///
    /// Source: mDNSResponder, Avahi 0.8 and python-zeroconf 0.154, as they behave when they are called.
    public func acceptance(ofInstance label: [UInt8]) -> InstanceAcceptance {
        let maximum = DNSName.maximumLabelLength
        if label.isEmpty { return self == .apple ? .computerName : .refused(.emptyInstance) }
        switch self {
        case .apple:
            guard label.count > maximum else { return .unchanged }
            return .cut(Array(AppleRenaming(.host).cut(label[...], forSuffixOf: 0)))
        case .avahi, .resolved, .jmdns:
            return label.count > maximum ? .refused(.instanceTooLong(length: label.count)) : .unchanged
        case .zeroconf:
            if label.count > maximum { return .refused(.instanceTooLong(length: label.count)) }
            if let position = LabelBytes.firstInvalidUTF8(label) { return .refused(.notUTF8(position: position)) }
            if let position = label.firstIndex(where: LabelBytes.isControl) {
                return .refused(.controlCharacter(label[position], position: position))
            }
            let parts = label.split(separator: 0x2E, omittingEmptySubsequences: false)
            return parts.count == 1 ? .unchanged : .split(parts.map { Array($0) })
        }
    }
}
