import DNSWire
import WireCoding

extension TestMessage {
    /// Time to live of false claims, in seconds: caches lose them soon.
    static let falseTimeToLive: UInt32 = 10

    /// The message with the target's names; nil where the target lacks what it is about.
    func made(for target: TestTarget, from identity: TestIdentity, identifier: UInt16) -> TestDatagram? {
        var message = DNSMessage(flags: isResponse ? .multicastResponse : .query)
        message.flags.isTruncated = isTruncated
        for asked in questions {
            guard let name = target.name(of: asked.subject) else { return nil }
            for type in asked.type.map({ [$0] }) ?? target.types(of: asked.subject) {
                message.questions.append(
                    Question(name: name, type: type, wantsUnicastResponse: asked.wantsUnicast))
            }
        }
        for said in answers {
            guard let records = records(said, of: target) else { return nil }
            message.answers += records.map { $0.with(cacheFlush: isResponse && $0.cacheFlush) }
        }
        if isGoodbye { message.answers = message.answers.map { $0.with(ttl: 0) } }
        for said in authorities {
            guard let records = records(said, of: target) else { return nil }
            message.authorities += records.map { $0.with(cacheFlush: false) }
        }
        let isLegacy = route == .groupFromOtherPort
        // Simple resolvers tell their answers apart by it.
        if isLegacy, !isResponse { message.identifier = identifier }
        let isToGroup = route == .group || isLegacy
        return TestDatagram(
            message: message, source: route == .targetFromOffLink ? identity.offLinkAddress : identity.address,
            destination: isToGroup ? identity.group : target.address,
            sourcePort: isLegacy ? identity.legacyPort : WellKnownPort.multicastDNS,
            destinationPort: WellKnownPort.multicastDNS)
    }

    private func records(_ said: Said, of target: TestTarget) -> [ResourceRecord]? {
        switch said {
        case .own(let subject, let share):
            let own = target.records(of: subject)
            guard !own.isEmpty else { return nil }
            return own.map { $0.with(ttl: UInt32(Double($0.ttl) * share)) }
        case .pointerIfAny: return target.records(of: .pointer)
        case .strangersPointer:
            guard let service = target.service else { return nil }
            let stranger = service.type.prefixed("Nearscope conformance test")
            return [
                ResourceRecord(name: service.type, type: .ptr, ttl: service.pointer.ttl, data: .pointer(stranger))
            ]
        case .laterClaim: return target.rivalClaim(isLater: true)
        case .earlierClaim: return target.rivalClaim(isLater: false)
        }
    }
}

extension TestTarget {
    /// Bytes of addresses that no host has: later, and earlier, than those of all hosts.
    private static func extremeAddress(isIPv6: Bool, isLater: Bool) -> IPAddress {
        if isIPv6 { return isLater ? IPAddress(ipv6High: .max, low: .max) : IPAddress(ipv6High: 0, low: 0) }
        return IPAddress(ipv4: isLater ? .max : 0)
    }

    /// Records of ``name`` with data that a tie-break prefers to the target's, or not.
    func rivalClaim(isLater: Bool) -> [ResourceRecord] {
        guard let service else {
            return addresses.prefix(1).map { record in
                ResourceRecord(
                    name: host, type: record.type, cacheFlush: true, ttl: TestMessage.falseTimeToLive,
                    data: .address(Self.extremeAddress(isIPv6: record.type == .aaaa, isLater: isLater)))
            }
        }
        // Zeros for all numbers, and the shortest target, come before what any service says.
        let location =
            isLater
            ? ServiceLocation(priority: .max, weight: .max, port: .max, target: TestIdentity.hostName)
            : ServiceLocation(port: 0, target: TestIdentity.hostName)
        var claim = [
            ResourceRecord(
                name: service.instance, type: .srv, cacheFlush: true, ttl: TestMessage.falseTimeToLive,
                data: .service(location))
        ]
        // Records are compared in the order of their types: TXT decides before SRV does.
        if !isLater {
            claim.insert(
                ResourceRecord(
                    name: service.instance, type: .txt, cacheFlush: true, ttl: TestMessage.falseTimeToLive,
                    // The one byte of an empty record comes before all texts, but not before none at all.
                    data: .text(service.text?.data == .text([]) ? [] : [0])), at: 0)
        }
        return claim
    }

    func name(of subject: TestMessage.Subject) -> DNSName? {
        switch subject {
        case .pointer: service?.type
        case .service, .text: service?.instance
        case .addresses: host
        case .enumeration: .typeEnumeration
        case .name: name
        case .repeatable: service?.type ?? host
        }
    }

    func types(of subject: TestMessage.Subject) -> [RecordType] {
        switch subject {
        case .pointer, .enumeration: [.ptr]
        case .service: [.srv]
        case .text: [.txt]
        case .addresses: addresses.first.map { [$0.type] } ?? [.a]
        case .repeatable: service == nil ? types(of: .addresses) : [.ptr]
        case .name: [.any]
        }
    }

    func records(of subject: TestMessage.Subject) -> [ResourceRecord] {
        switch subject {
        case .pointer: service.map { [$0.pointer] } ?? []
        case .service: service.map { [$0.location] } ?? []
        case .text: service?.text.map { [$0] } ?? []
        case .addresses: addresses
        case .name: claim
        case .repeatable: service.map { [$0.pointer] } ?? addresses
        case .enumeration:
            service.map {
                [
                    ResourceRecord(
                        name: .typeEnumeration, type: .ptr, ttl: $0.pointer.ttl, data: .pointer($0.type))
                ]
            } ?? []
        }
    }
}

extension DNSName {
    /// RFC 6763 §9
    static let typeEnumeration = (try? ServiceTypeName.typeEnumeration(in: .local)) ?? .local
}
