import DNSWire
import ServiceDiscovery
import WireCoding

/// The evidence in a host's messages for the software that sent them.
struct ResponderTraits: Sendable {
    /// An owner option, which no other family sends.
    private var hasOwnerOption = false
    /// Asks for the type and puts the wanted pointer record into the authority section, with the AA bit in a query.
    private var probesWithPointer = false
    private var probesForUnicast = false
    private var probesForMulticast = false
    private var tellsNextSecure = false
    private var hasLongHostTime = false
    /// Counts the machine's times of sleep.
    private(set) var ownerSequence: UInt8?
    /// When the count last changed.
    private(set) var wokeUp: PacketMoment?

    /// Records with a host name live 75 minutes by Apple's newer responders, 120 s by all others.
    private static let longHostTime: UInt32 = 4500

    mutating func noteQuery(_ message: DNSMessage) {
        noteOptions(message.additionals)
        guard let first = message.authorities.first else { return }
        if case .pointer = first.data, message.flags.isAuthoritative { probesWithPointer = true }
        for question in message.questions where question.type == .any {
            if question.wantsUnicastResponse { probesForUnicast = true } else { probesForMulticast = true }
        }
    }

    mutating func noteResponse(_ message: DNSMessage, at moment: PacketMoment) {
        if let sequence = noteOptions(message.additionals) {
            if let ownerSequence, ownerSequence != sequence { wokeUp = moment }
            ownerSequence = sequence
        }
        for record in message.answers.prefix(8) {
            if record.type == .nsec { tellsNextSecure = true }
            if record.type == .a || record.type == .aaaa, record.ttl == Self.longHostTime { hasLongHostTime = true }
        }
        if message.additionals.prefix(8).contains(where: { $0.type == .nsec }) { tellsNextSecure = true }
    }

    /// - Returns: The sequence number of the owner option, nil without one.
    @discardableResult
    private mutating func noteOptions(_ records: [ResourceRecord]) -> UInt8? {
        guard let last = records.last, case .options(let options) = last.data else { return nil }
        for option in options.prefix(4) {
            if let owner = option.owner {
                hasOwnerOption = true
                return owner.sequence
            }
        }
        return nil
    }

    /// The software, if it can be recognized (see `Docs/naming.md`).
    var family: ResponderFamily? {
        if hasOwnerOption { return .apple }
        if probesWithPointer { return .zeroconf }
        if probesForUnicast { return .apple }
        if probesForMulticast, !tellsNextSecure { return .avahi }
        if tellsNextSecure, hasLongHostTime { return .apple }
        return nil
    }
}
