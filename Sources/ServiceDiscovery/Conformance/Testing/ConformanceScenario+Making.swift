import DNSWire
import WireCoding

extension ConformanceScenario.Message {
    /// Time to live of false claims, in seconds: caches lose them soon.
    static let falseTimeToLive: UInt32 = 10
    /// Room for a message in one packet: further records and questions are left out.
    private static let maximumSize = DNSMessage.multicastPayloadSize - 40

    /// The message with the target's names; nil where the target lacks what it is about.
    func made(
        for target: ConformanceTester.Target, from identity: ConformanceTester.Identity, identifier: UInt16
    ) -> ConformanceTester.Datagram? {
        var message = DNSMessage(flags: isResponse ? .multicastResponse : .query)
        message.flags.isTruncated = isTruncated
        for question in questions {
            guard let name = target.name(of: question.subject) else { return nil }
            let type = question.type ?? target.type(of: question.subject)
            message.questions.append(
                Question(name: name, type: type, wantsUnicastResponse: question.wantsUnicast))
        }
        for template in answers {
            guard let records = target.records(template) else { return nil }
            // A goodbye with the cache-flush bit would take what is true from caches, too.
            message.answers += records.map {
                isGoodbye ? $0.with(ttl: 0).with(cacheFlush: false) : $0.with(cacheFlush: isResponse && $0.cacheFlush)
            }
        }
        for template in authorities {
            guard let records = target.records(template) else { return nil }
            message.authorities += records.map { $0.with(cacheFlush: false) }
        }
        message.shorten(to: Self.maximumSize)
        let isLegacy = route == .groupFromOtherPort
        // Simple resolvers tell their answers apart by it.
        if isLegacy, !isResponse { message.identifier = identifier }
        let isToGroup = route == .group || isLegacy
        return ConformanceTester.Datagram(
            message: message, source: route == .toTargetFromOffLink ? identity.offLinkAddress : identity.address,
            destination: isToGroup ? identity.group : target.address,
            sourcePort: isLegacy ? identity.legacyPort : WellKnownPort.multicastDNS,
            destinationPort: WellKnownPort.multicastDNS)
    }

    /// Whether it says what is not true.
    var isFalse: Bool {
        guard isResponse, !isGoodbye else { return false }
        return answers.contains { template in
            switch template {
            case .laterClaim, .earlierClaim, .pointerToName, .unknownInstancePointer: true
            case .own: false
            }
        }
    }
}

extension DNSMessage {
    /// Leaves out what has no room.
    mutating func shorten(to size: Int) {
        let encoded = { (message: DNSMessage) in (try? message.bytes(compression: .multicast))?.count ?? .max }
        while encoded(self) > size, !additionals.isEmpty || !answers.isEmpty || questions.count > 1 {
            if !additionals.isEmpty {
                additionals.removeLast()
            } else if !answers.isEmpty {
                answers.removeLast()
            } else {
                questions.removeLast()
            }
        }
    }
}

extension ConformanceTester.Target {
    fileprivate func records(_ template: ConformanceScenario.Message.RecordTemplate) -> [ResourceRecord]? {
        let short = ConformanceScenario.Message.falseTimeToLive
        switch template {
        case .own(let subject, let share):
            let own = records(of: subject)
            return own.isEmpty ? nil : own.map { $0.with(ttl: $0.timeToLive(times: share)) }
        case .pointerToName: return records(of: .pointer).map { $0.with(ttl: short) }
        case .unknownInstancePointer:
            guard let service else { return nil }
            let unknown = service.type.prefixed("Nearscope conformance test")
            return [
                ResourceRecord(name: service.type, type: .ptr, ttl: service.pointer.ttl, data: .pointer(unknown))
            ]
        case .laterClaim: return rivalClaim(isLater: true)
        case .earlierClaim: return rivalClaim(isLater: false)
        }
    }

    /// Addresses that no host has: later, and earlier, than those of all hosts.
    private static func extremeAddress(isIPv6: Bool, isLater: Bool) -> IPAddress {
        if isIPv6 { return isLater ? IPAddress(ipv6High: .max, low: .max) : IPAddress(ipv6High: 0, low: 0) }
        return IPAddress(ipv4: isLater ? .max : 0)
    }

    /// Records of ``name`` with data that a tie-break prefers to the target's, or not.
    func rivalClaim(isLater: Bool) -> [ResourceRecord] {
        func record(_ type: RecordType, _ data: RecordData) -> ResourceRecord {
            ResourceRecord(
                name: name, type: type, cacheFlush: true, ttl: ConformanceScenario.Message.falseTimeToLive, data: data)
        }
        // Records are compared in the order of their types: A before TXT, TXT before AAAA, AAAA before SRV.
        guard let service else {
            let isIPv6 = isLater ? addresses.contains { $0.type == .aaaa } : !addresses.contains { $0.type == .a }
            let address = Self.extremeAddress(isIPv6: isIPv6, isLater: isLater)
            return [record(isIPv6 ? .aaaa : .a, .address(address))]
        }
        let host = ConformanceTester.Identity.hostName
        guard !isLater else {
            let location = ServiceLocation(priority: .max, weight: .max, port: .max, target: host)
            return [record(.srv, .service(location))]
        }
        // The one byte of an empty record comes before all texts, but not before none at all; zeros come before what any
        // service says of its place.
        let text: [UInt8] = service.text?.data == .text([]) ? [] : [0]
        return [record(.txt, .text(text)), record(.srv, .service(ServiceLocation(port: 0, target: host)))]
    }

    func name(of subject: ConformanceScenario.Message.Subject) -> DNSName? {
        switch subject {
        case .pointer: service?.type
        case .service, .text: service?.instance
        case .addresses: host
        case .enumeration: .typeEnumeration
        case .name: name
        case .sharedRecord: service?.type ?? host
        }
    }

    func type(of subject: ConformanceScenario.Message.Subject) -> RecordType {
        switch subject {
        case .pointer, .enumeration: .ptr
        case .service: .srv
        case .text: .txt
        case .addresses: addresses.first?.type ?? .a
        case .sharedRecord: service == nil ? type(of: .addresses) : .ptr
        case .name: .any
        }
    }

    func records(of subject: ConformanceScenario.Message.Subject) -> [ResourceRecord] {
        switch subject {
        case .pointer: service.map { [$0.pointer] } ?? []
        case .service: service.map { [$0.location] } ?? []
        case .text: service?.text.map { [$0] } ?? []
        case .addresses: addresses
        case .name: claim
        case .sharedRecord: service.map { [$0.pointer] } ?? addresses
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

extension ResourceRecord {
    /// The time to live times a share, no longer than times to live may be (RFC 2181 §8).
    fileprivate func timeToLive(times share: Double) -> UInt32 {
        // Also false for NaN.
        guard share > 0 else { return 0 }
        return UInt32(min(Double(ttl) * share, Double(Int32.max)))
    }
}

extension DNSName {
    /// RFC 6763 §9
    static let typeEnumeration = (try? ServiceTypeName.typeEnumeration(in: .local)) ?? .local
}
