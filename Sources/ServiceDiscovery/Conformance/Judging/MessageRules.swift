import DNSWire
import WireCoding

/// The format of messages, and where they go.
enum MessageRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-3-local-by-multicast", "RFC 6762 §3", .must, .querier, .seen,
            title: "Names that end in .local are asked for by multicast.",
            occasion: "a question for a name that ends in .local, on any port",
            fault: "it goes to port 53 of a unicast address"
        ) { questions($0, where: \.isLocal) },
        ConformanceRule(
            "6762-4-link-local-reverse", "RFC 6762 §4", .must, .querier, .seen,
            title: "The names of link-local addresses are asked for by multicast.",
            occasion: "a question for a name below 254.169.in-addr.arpa, or 8.e.f.ip6.arpa to b.e.f.ip6.arpa",
            fault: "it goes to port 53 of a unicast address"
        ) { questions($0, where: \.isLinkLocalReverse) },
        ConformanceRule(
            "6762-18.1-query-id", "RFC 6762 §18.1", .should, .querier, .seen,
            title: "A multicast query has the identifier 0.", occasion: "a multicast query from port 5353",
            fault: "its identifier is not 0"
        ) { each($0, \.isFullQuery) { $0.identifier != 0 } },
        ConformanceRule(
            "6762-18.1-response-id", "RFC 6762 §18.1", .must, .responder, .seen,
            title: "A multicast response has the identifier 0.", occasion: "a multicast response",
            fault: "its identifier is not 0"
        ) { each($0, \.isMulticastResponse) { $0.identifier != 0 } },
        ConformanceRule(
            "6762-18.3-opcode", "RFC 6762 §18.3", .must, .both, .seen, title: "A multicast message has the opcode 0.",
            occasion: "a multicast message", fault: "its opcode is not 0"
        ) { each($0, \.isMulticast) { $0.flags.opcode.rawValue != 0 } },
        ConformanceRule(
            "6762-18.4-query-aa", "RFC 6762 §18.4", .must, .querier, .seen,
            title: "A query does not claim authority.", occasion: "a query from port 5353", fault: "AA is set"
        ) {
            each($0, { !$0.isResponse && $0.sourcePort == WellKnownPort.multicastDNS && !$0.isToServer }) {
                $0.flags.isAuthoritative
            }
        },
        ConformanceRule(
            "6762-18.4-response-aa", "RFC 6762 §18.4", .must, .responder, .seen,
            title: "A response claims authority.", occasion: "a response, by multicast or unicast",
            fault: "AA is clear"
        ) { each($0, \.isResponse) { !$0.flags.isAuthoritative } },
        ConformanceRule(
            "6762-18.5-response-tc", "RFC 6762 §18.5", .must, .responder, .seen,
            title: "A multicast response is not marked as cut.", occasion: "a multicast response", fault: "TC is set"
        ) { each($0, \.isMulticastResponse) { $0.flags.isTruncated } },
        ConformanceRule(
            "6762-18.6-rd", "RFC 6762 §18.6", .should, .both, .seen,
            title: "A multicast message asks for no recursion.", occasion: "a multicast message from port 5353",
            fault: "RD is set"
        ) { each($0, isFromPort) { $0.flags.isRecursionDesired } },
        ConformanceRule(
            "6762-18.7-reserved-bits", "RFC 6762 §18.7–18.10", .must, .both, .seen,
            title: "The bits that multicast DNS does not use are 0.", occasion: "a multicast message from port 5353",
            fault: "RA, Z, AD or CD is set"
        ) { each($0, isFromPort) { $0.flags.rawValue & 0x00F0 != 0 } },
        ConformanceRule(
            "6762-18.11-rcode", "RFC 6762 §18.11", .must, .both, .seen,
            title: "A multicast message has the response code 0.", occasion: "a multicast message",
            fault: "its response code is not 0"
        ) { each($0, \.isMulticast) { $0.flags.responseCode.rawValue != 0 } },
        ConformanceRule(
            "6762-6-no-questions", "RFC 6762 §6", .mustNot, .responder, .seen,
            title: "A response does not repeat questions.", occasion: "a response to port 5353",
            fault: "it has questions"
        ) { each($0, { $0.isResponse && !$0.isLegacyResponse }) { !$0.questions.isEmpty } },
        ConformanceRule(
            "6762-6-source-port", "RFC 6762 §6", .must, .responder, .seen,
            title: "Responses come from port 5353.",
            occasion: "a response to port 5353 of the group, or a legacy response", fault: "its source port is not 5353"
        ) {
            each($0, { $0.isResponse && ($0.isMulticast || $0.isLegacyResponse) }) {
                $0.sourcePort != WellKnownPort.multicastDNS
            }
        },
        ConformanceRule(
            "6762-6-unicast-unasked", "RFC 6762 §6", .mustNot, .responder, .missing,
            title: "What was asked for by multicast, with no wish for a unicast answer, is not answered by unicast.",
            occasion:
                "a unicast response to port 5353 within 2 s after a multicast question without the QU bit, of the same asker, that it answers",
            fault:
                "the asker sent neither a question with the QU bit nor a unicast query in the 10 s before; counted from two",
            unaskedUnicast),
        ConformanceRule(
            "6762-11-hop-limit", "RFC 6762 §11", .should, .responder, .seen,
            title: "Responses are sent with a TTL or hop limit of 255.", occasion: "a response",
            fault: "its TTL or hop limit is not 255"
        ) { each($0, \.isResponse) { $0.hasOtherHopLimit } },
        ConformanceRule(
            "6762-17-message-size", "RFC 6762 §17", .mustNot, .both, .seen,
            title: "A message has no more than 9,000 bytes with its headers.", occasion: "a message",
            fault: "IP header, UDP header and message have more than 9,000 bytes"
        ) { each($0, { _ in true }) { $0.networkLength > 9000 } },
        ConformanceRule(
            "6762-17-fragments-one-record", "RFC 6762 §17", .mustNot, .both, .seen,
            title: "Only a message with a single record may come in IP fragments.",
            occasion: "a message in IP fragments",
            fault: "it has more than one record"
        ) { each($0, \.isFragmented) { $0.records.count > 1 } },
        ConformanceRule(
            "6762-18.14-compression", "RFC 6762 §18.14", .should, .both, .seen,
            title: "A name that a message has already is written as a pointer to it.",
            occasion: "a multicast message in which an owner name of two labels or more was written before",
            fault: "the name is written out again"
        ) {
            each($0, { $0.isMulticast && $0.form.contains(.repeatsName) }) { $0.form.contains(.writesNameAgain) }
        },
        ConformanceRule(
            "6762-18.14-legacy-srv", "RFC 6762 §18.14", .mustNot, .responder, .seen,
            title: "In a response to a legacy querier the target of an SRV record has no pointer.",
            occasion: "a legacy response with an SRV record", fault: "a pointer in its target"
        ) {
            each($0, { $0.isLegacyResponse && $0.form.contains(.hasService) }) {
                $0.form.contains(.compressesTarget)
            }
        },
        ConformanceRule(
            "6762-16-names", "RFC 6762 §16", .must, .responder, .seen,
            title: "Names are UTF-8 in normalization form C.",
            occasion: "the owner name of a record, or the target of a PTR record, in a multicast response",
            fault: "a label is not UTF-8, or not in form C", names),
    ]

    private static func isFromPort(_ message: HeardMessage) -> Bool {
        message.isMulticast && message.sourcePort == WellKnownPort.multicastDNS
    }

    /// Looks at each message of a kind by itself.
    private static func each(
        _ view: HostView, _ applies: (HeardMessage) -> Bool, isBroken: (HeardMessage) -> Bool
    ) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.all {
            let message = view.message(index)
            if applies(message) { tally.note(message.frames, isBroken: isBroken(message)) }
        }
        return tally
    }

    private static func questions(_ view: HostView, where applies: (DNSName) -> Bool) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.all where !view.message(index).isResponse {
            let message = view.message(index)
            for question in view.link.questions(index) where applies(view.link.name(question.name)) {
                tally.note(message.frames, isBroken: message.isToServer)
            }
        }
        return tally
    }

    private static func names(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        var known: [Int: Bool] = [:]
        func isWrong(_ number: Int) -> Bool {
            if let known = known[number] { return known }
            let isWrong = view.link.name(number).labels.contains {
                String(validating: $0, as: UTF8.self) == nil || Normalization.firstDeviation($0) != nil
            }
            known[number] = isWrong
            return isWrong
        }
        for index in view.traffic.multicastResponses {
            let frames = view.message(index).frames
            for record in view.link.records(index) {
                let record = view.link.known(record)
                var isBroken = isWrong(record.name)
                if case .pointer(let target) = record.data, let number = view.link.number(of: target) {
                    isBroken = isBroken || isWrong(number)
                }
                tally.note(frames, isBroken: isBroken)
            }
        }
        return tally
    }

    private static func unaskedUnicast(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        for index in view.traffic.unicastResponses where !view.message(index).isLegacyResponse {
            let response = view.message(index)
            // All that the asker sent in the ten seconds before.
            let asked = view.link.fromAddress(
                response.destination, from: response.time &- Nanoseconds.seconds(10), before: index)
            let isOccasion = asked.contains { query in
                let message = view.message(query)
                return message.isFullQuery && message.time >= response.time &- Nanoseconds.seconds(2)
                    && view.link.questions(query).contains { !$0.wantsUnicast && view.answers(index, $0) }
            }
            guard isOccasion else { continue }
            let wished = asked.contains { query in
                let message = view.message(query)
                return !message.isMulticast || view.link.questions(query).contains(where: \.wantsUnicast)
            }
            tally.note(response.frames, isBroken: !wished)
        }
        return tally
    }
}

extension HeardMessage {
    /// A question to a DNS server.
    var isToServer: Bool { !isResponse && destinationPort == WellKnownPort.dns }
}

extension LinkHistory {
    /// The queries that came from an address, by the host that has it, in the time before a message.
    func fromAddress(_ address: IPAddress, from start: Int64, before index: Int) -> [Int] {
        guard let host = hostsByAddress[address] else { return [] }
        return inInterval(traffic[host].all, from: start, to: messages[index].time).filter {
            $0 < index && !messages[$0].isResponse
        }
    }
}
