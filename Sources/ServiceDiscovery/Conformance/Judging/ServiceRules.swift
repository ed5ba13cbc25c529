import DNSWire
import WireCoding

/// Names of services, TXT records, and what goes with answers (RFC 6763).
enum ServiceRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6763-4.1.1-control-characters", "RFC 6763 §4.1.1", .mustNot, .responder, .seen,
            title: "Instance names have no control characters.",
            occasion: "an instance in the target of a PTR record or the owner of an SRV record of a multicast response",
            fault: "a byte from 0x00 to 0x1F, or 0x7F, in its label"
        ) { instances($0) { $0.instance.contains { $0 < 0x20 || $0 == 0x7F } } },
        ConformanceRule(
            "6763-4.1.1-one-label", "RFC 6763 §4.1.1", .should, .responder, .seen,
            title: "An instance name is one label.",
            occasion: "an instance in the target of a PTR record or the owner of an SRV record of a multicast response",
            fault: "the instance has more than one label"
        ) {
            instances($0) {
                $0.fullName.labelCount - $0.domain.labelCount - $0.type.relativeName.labelCount > 1
            }
        },
        ConformanceRule(
            "6763-7-service-name", "RFC 6763 §7, RFC 6335 §5.1", .must, .responder, .seen,
            title:
                "A service name has 1 to 15 letters, digits and hyphens, with a letter and no hyphen at an end or beside another.",
            occasion: "the service type in an SRV or PTR owner of a multicast response", fault: "it is another name",
            serviceNames),
        ConformanceRule(
            "6763-7-transport-label", "RFC 6763 §7", .should, .responder, .seen,
            title: "The second label of a service type is _tcp or _udp.",
            occasion:
                "a PTR record in a multicast response whose target ends in its owner, which begins with two labels with underscores",
            fault: "the second is neither", transports),
        ConformanceRule(
            "6763-6-txt-present", "RFC 6763 §6", .must, .responder, .missing,
            title: "Every instance has a TXT record.",
            occasion: "the announcement of an instance's SRV record after its probes, with the PTR record to it",
            fault: "the host never sends a TXT record of that name; counted from two announcements", textPresent),
        ConformanceRule(
            "6763-6.1-txt-not-empty", "RFC 6763 §6.1", .mustNot, .responder, .seen,
            title: "A TXT record has at least one byte.",
            occasion: "TXT of an instance with a TTL above 0 in a multicast response", fault: "no data at all"
        ) { texts($0) { $0.isEmpty } },
        ConformanceRule(
            "6763-6.2-txt-size", "RFC 6763 §6.2", .shouldNot, .responder, .seen,
            title: "A TXT record has no more than 1,300 bytes.",
            occasion: "TXT of an instance with a TTL above 0 in a multicast response", fault: "more than 1,300 bytes"
        ) { texts($0) { $0.count > 1300 } },
        ConformanceRule(
            "6763-6.4-key-present", "RFC 6763 §6.4", .must, .responder, .seen,
            title: "An entry of a TXT record has a key.", occasion: "an entry, not empty, of such a TXT record",
            fault: "it begins with an equals sign"
        ) { entries($0) { $0.first == UInt8(ascii: "=") } },
        ConformanceRule(
            "6763-6.4-key-printable", "RFC 6763 §6.4", .must, .responder, .seen,
            title: "Keys are printable ASCII.", occasion: "an entry, not empty, of such a TXT record",
            fault: "a byte outside 0x20 to 0x7E before the first equals sign"
        ) { entries($0) { key($0).contains { !(0x20...0x7E ~= $0) } } },
        ConformanceRule(
            "6763-6.4-key-once", "RFC 6763 §6.4", .shouldNot, .responder, .seen,
            title: "A key is in a record once.", occasion: "an entry, not empty, of such a TXT record",
            fault: "the key, without regard to case, was in the record before", keyOnce),
        ConformanceRule(
            "6763-6.4-key-short", "RFC 6763 §6.4", .should, .responder, .seen,
            title: "Keys have nine characters at most.", occasion: "an entry, not empty, of such a TXT record",
            fault: "more than nine bytes before the first equals sign"
        ) { entries($0) { key($0).count > 9 } },
        ConformanceRule(
            "6763-6.7-txtvers-first", "RFC 6763 §6.7", .should, .responder, .seen,
            title: "The key txtvers is the first one.", occasion: "a TXT record with the key txtvers",
            fault: "another key comes before it", versionFirst),
        ConformanceRule(
            "6763-9-enumeration", "RFC 6763 §9", .should, .responder, .missing,
            title: "Who has a service tells its type when all types are asked for.",
            occasion:
                "a multicast question without the QU bit for the list of types, while the host has a service whose pointer it multicast in the last 110 s; its type not listed as known, not told by anybody in the 1.2 s before or by another host in the 1.5 s after",
            fault:
                "no response of the host with it within 1.5 s, and the host multicasts something later; counted from two",
            enumeration),
        ConformanceRule(
            "6763-12.1-ptr-additionals", "RFC 6763 §12.1", .should, .responder, .seen,
            title: "With the pointer to an instance come its SRV, TXT and address records.",
            occasion:
                "a PTR record to an own instance in the answers of a multicast response to a question of the 1.2 s before, with a TTL above 0; with the missing records it would have fewer than 1,200 bytes",
            fault:
                "SRV, TXT (if the host has one) or an address of the SRV's target is neither in the message nor multicast by the host in the 1.2 s before; counted from two",
            pointerAdditionals),
        ConformanceRule(
            "6763-12.2-srv-additionals", "RFC 6763 §12.2", .should, .responder, .seen,
            title: "With an SRV record come the addresses of its target.",
            occasion: "an SRV record in the answers of such a response",
            fault:
                "no address of its target is in the message, nor multicast by the host in the 1.2 s before; counted from two",
            serviceAdditionals),
    ]

    // MARK: - Names

    private static func instances(_ view: HostView, isBroken: (ServiceInstanceName) -> Bool) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        var judged: [Int: Bool?] = [:]
        for index in view.traffic.multicastResponses {
            for record in link.records(index) {
                let known = link.known(record)
                var number: Int?
                if case .pointer(let target) = known.data, link.isServicePointer(known) {
                    number = link.number(of: target)
                } else if known.type == .srv {
                    number = known.name
                }
                guard let number else { continue }
                let verdict = judged[number] ?? ServiceInstanceName(link.name(number)).map(isBroken)
                judged[number] = .some(verdict)
                if let verdict { tally.note(view.message(index).frames, isBroken: verdict) }
            }
        }
        return tally
    }

    private static func serviceNames(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.multicastResponses {
            for record in link.records(index) {
                let known = link.known(record)
                guard known.type == .srv || known.type == .ptr && link.kinds[known.name] == .serviceType,
                    let type = link.serviceType(known.name)
                else { continue }
                tally.note(view.message(index).frames, isBroken: type.violation != nil)
            }
        }
        return tally
    }

    private static func transports(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.multicastResponses {
            for record in link.records(index) {
                let known = link.known(record)
                guard case .pointer(let target) = known.data else { continue }
                let owner = link.name(known.name)
                let labels = owner.labels
                guard labels.count >= 3, labels[0].first == 0x5F, labels[1].first == 0x5F, target.hasSuffix(owner),
                    target.labelCount > owner.labelCount
                else { continue }
                tally.note(
                    view.message(index).frames, isBroken: ServiceTransport(label: labels[1][...]) == nil)
            }
        }
        return tally
    }

    // MARK: - TXT records

    /// Looks at each TXT record of an instance.
    private static func eachText(_ view: HostView, _ look: (Int, [UInt8]) -> Void) {
        let link = view.link
        for index in view.traffic.multicastResponses {
            for record in link.records(index) where record.ttl > 0 {
                let known = link.known(record)
                guard known.type == .txt, link.kinds[known.name] == .instance, case .text(let bytes) = known.data
                else { continue }
                look(index, bytes)
            }
        }
    }

    private static func texts(_ view: HostView, isBroken: ([UInt8]) -> Bool) -> RuleTally {
        var tally = RuleTally()
        eachText(view) { tally.note(view.message($0).frames, isBroken: isBroken($1)) }
        return tally
    }

    private static func strings(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var strings: [ArraySlice<UInt8>] = []
        var place = 0
        while place < bytes.count {
            let end = min(place + 1 + Int(bytes[place]), bytes.count)
            if end > place + 1 { strings.append(bytes[place + 1..<end]) }
            place = end
        }
        return strings
    }

    private static func key(_ entry: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        entry.prefix { $0 != UInt8(ascii: "=") }
    }

    private static func entries(_ view: HostView, isBroken: (ArraySlice<UInt8>) -> Bool) -> RuleTally {
        var tally = RuleTally()
        eachText(view) { index, bytes in
            for entry in strings(bytes) { tally.note(view.message(index).frames, isBroken: isBroken(entry)) }
        }
        return tally
    }

    private static func keyOnce(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        eachText(view) { index, bytes in
            var known: Set<[UInt8]> = []
            for entry in strings(bytes) where !key(entry).isEmpty {
                let folded = key(entry).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
                tally.note(view.message(index).frames, isBroken: !known.insert(folded).inserted)
            }
        }
        return tally
    }

    private static func versionFirst(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        eachText(view) { index, bytes in
            let place = strings(bytes).firstIndex {
                String(decoding: key($0), as: UTF8.self).lowercased() == "txtvers"
            }
            if let place { tally.note(view.message(index).frames, isBroken: place > 0) }
        }
        return tally
    }

    private static func textPresent(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        let texts = Set(
            view.traffic.all.flatMap { index in
                link.records(index).lazy.map { link.known($0) }.filter { $0.type == .txt }.map(\.name)
            })
        for round in link.rounds(of: view.host) where link.kinds[round.name] == .instance {
            guard let announcement = round.announcement else { continue }
            let records = link.records(announcement)
            let pointers = link.pointers(to: round.name, by: view.host)
            guard records.contains(where: { link.known($0).type == .srv && link.known($0).name == round.name }),
                records.contains(where: { pointers.contains($0.number) })
            else { continue }
            tally.note(view.message(announcement).frames, isBroken: !texts.contains(round.name))
        }
        return tally
    }

    // MARK: - Answers

    private static func enumeration(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        let types = view.traffic.names.filter { link.kinds[$0] == .serviceType }.sorted()
        for list in link.typeLists {
            for asking in link.askings(of: list) {
                let question = link.log.questions[asking.question]
                let query = link.messages[asking.message]
                guard query.host != view.host, question.type == .ptr, !question.wantsUnicast else { continue }
                let listed = link.answers(asking.message).map(\.number)
                for type in types where link.name(type).hasSuffix(link.domain(ofList: list)) {
                    let isServing = link.heldRecords(type, view.host, at: asking.message).contains {
                        if case .pointer = link.log.known[$0].data { true } else { false }
                    }
                    let telling = link.recordsByName[list, default: []].filter {
                        if case .pointer(let target) = link.log.known[$0].data {
                            target == link.name(type)
                        } else {
                            false
                        }
                    }
                    guard isServing, !telling.contains(where: listed.contains),
                        !link.lists(asking.message, link.name(type)),
                        !telling.contains(where: {
                            link.wasSaid($0, from: query.time - Nanoseconds.answer, to: query.time)
                        }),
                        !telling.contains(where: {
                            link.wasSaid(
                                $0, from: query.time, to: query.time + Nanoseconds.seconds(1.5),
                                by: { $0 != view.host })
                        })
                    else { continue }
                    tally.note()
                    let isTold = view.allResponses(after: asking.message, within: Nanoseconds.seconds(1.5)).contains {
                        link.records($0).contains { record in telling.contains(record.number) }
                    }
                    if !isTold, view.respondsLater(than: Nanoseconds.seconds(1.5), after: asking.message) {
                        tally.fault(query.frames)
                    }
                }
            }
        }
        return tally
    }

    private static func pointerAdditionals(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for index in view.traffic.multicastResponses {
            var wanted: [[[Int]]] = []
            for record in link.answers(index) where record.ttl > 0 && link.isServicePointer(link.known(record)) {
                guard case .pointer(let target) = link.known(record).data, let instance = link.number(of: target),
                    link.kinds[instance] == .instance, wasAsked(link.known(record), index, view)
                else { continue }
                let own = ownRecords(instance, view, at: index)
                let services = own.filter { link.log.known[$0].type == .srv }
                guard !services.isEmpty else { continue }
                let addresses = services.map { ownAddresses(of: $0, view, at: index) }
                wanted.append(
                    ([services, own.filter { link.log.known[$0].type == .txt }] + addresses).filter { !$0.isEmpty })
            }
            note(&tally, wanted, in: index, view)
        }
        return tally
    }

    private static func serviceAdditionals(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for index in view.traffic.multicastResponses where !view.isUnsolicited(index) {
            let services = link.answers(index).filter { $0.ttl > 0 && link.known($0).type == .srv }
            let wanted = services.map { [ownAddresses(of: $0.number, view, at: index)] }
            note(&tally, wanted.filter { $0 != [[]] }, in: index, view)
        }
        return tally
    }

    /// The address records of an SRV record's target that the host has.
    private static func ownAddresses(of service: Int, _ view: HostView, at index: Int) -> [Int] {
        guard case .service(let location) = view.link.log.known[service].data,
            let host = view.link.number(of: location.target)
        else { return [] }
        return ownRecords(host, view, at: index).filter { view.link.log.known[$0].isAddress }
    }

    private static func wasAsked(_ record: KnownRecord, _ index: Int, _ view: HostView) -> Bool {
        let time = view.time(index)
        return view.link.wasAsked(
            record, from: time - Nanoseconds.answer, to: time, but: view.host, before: index)
    }

    /// The records of a name that the host has at a message, those in it included.
    private static func ownRecords(_ name: Int, _ view: HostView, at index: Int) -> [Int] {
        view.link.heldRecords(name, view.host, at: index + 1 < view.link.messages.count ? index + 1 : index)
    }

    /// Notes, for each answer of a message, whether one of each group of records that go with it is there too, or was multicast
    /// just before. A message that all that is missing would make too long is no occasion.
    private static func note(_ tally: inout RuleTally, _ wanted: [[[Int]]], in index: Int, _ view: HostView) {
        let link = view.link
        let here = Set(link.records(index).map(\.number))
        let time = view.time(index)
        let missing = wanted.map { groups in
            groups.filter { group in
                !group.contains { record in
                    here.contains(record)
                        || !link.sayings(of: record, by: view.host, from: time - Nanoseconds.answer, to: time).isEmpty
                }
            }
        }
        let all = Set(missing.joined().map { $0[0] })
        // A long answer comes in several messages at once.
        let parts = link.inInterval(
            view.traffic.multicastResponses, from: time - Nanoseconds.milliseconds(20),
            to: time + Nanoseconds.milliseconds(20))
        let sent = parts.reduce(0) { $0 + view.message($1).length }
        let size = all.reduce(sent) { $0 + link.log.known[$1].data.encodedSize + 12 }
        guard size < 1200 else { return }
        for answer in missing { tally.note(view.message(index).frames, isBroken: !answer.isEmpty) }
    }
}

extension LinkHistory {
    /// The names that list the types of a domain.
    var typeLists: [Int] { kinds.indices.filter { kinds[$0] == .typeEnumeration } }

    /// The domain whose types a name lists.
    func domain(ofList list: Int) -> DNSName { name(list).droppingFirst(3) }

    /// The type that a name is, or is an instance of.
    func serviceType(_ number: Int) -> ServiceType? {
        ServiceTypeName(name(number))?.type ?? ServiceInstanceName(name(number))?.type
    }

    /// Whether a query lists the pointer to a type as known.
    func lists(_ query: Int, _ type: DNSName) -> Bool {
        answers(query).contains {
            if case .pointer(let target) = known($0).data { target == type } else { false }
        }
    }
}
