import DNSWire
import WireCoding

/// The two names of a ``ServiceRegistration``. Each is claimed separately: they are renamed by different rules, and a
/// host has one name for all its services.
///
/// ```swift
/// var instance = NameClaim(try ClaimedRecords(registration), profile: .rfc6762)
/// var host = NameClaim(try ClaimedRecords(hostOf: registration), profile: .rfc6762)
/// // once the instance has its name
/// let settled = try registration.renamed(to: instance.records.label)
/// ```
extension ClaimedRecords {
    /// The records of a service's instance: all of ``ServiceRegistration/sharedRecords``,
    /// ``ServiceRegistration/instanceRecords`` and ``ServiceRegistration/instanceDenial``. An instance that is spread over
    /// several labels becomes one, as it should be.
    ///
    /// - Throws: That the instance, then, is longer than a label.
    public init(_ registration: ServiceRegistration) throws(WireError) {
        try self.init(
            label: registration.name.instance, parent: registration.typeName, subject: .service,
            contents: registration.instanceRecords,
            denialTimeToLive: registration.instanceDenial.ttl,
            pointing: [registration.typeName] + registration.subtypeNames,
            typeEnumeration: registration.typeEnumerationName, timeToLive: registration.timeToLive)
    }

    /// The records of the host that a service runs on: ``ServiceRegistration/hostRecords`` and
    /// ``ServiceRegistration/hostDenial``.
    ///
    /// - Throws: That the host's name is the root, which has no label.
    public init(hostOf registration: ServiceRegistration) throws(WireError) {
        try self.init(
            label: registration.host.labels.first ?? [], parent: registration.host.droppingFirst(), subject: .host,
            contents: registration.hostRecords, denialTimeToLive: registration.hostDenial.ttl,
            timeToLive: registration.hostTimeToLive)
    }
}
