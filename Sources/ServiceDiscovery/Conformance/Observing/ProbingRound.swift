import DNSWire
import WireCoding

/// A host's probes for a name, one after the other, up to its announcement of the name if there was one.
struct ProbingRound: Sendable {
    /// Probes further apart are of two rounds: who lost a tie-break waits for a second (RFC 6762 §8.2).
    static let pause = Nanoseconds.milliseconds(900)

    let name: Int
    /// In order of time; at least one.
    let probes: [Int]
    /// The first multicast response with a unique record of the name of a type that was probed for, up to five seconds after
    /// the last probe and before the next round. (Who probes for SRV alone after a conflict may go on to announce TXT.)
    let announcement: Int?

    /// The rounds of a host for a name.
    static func rounds(of host: Int, for name: Int, _ link: LinkHistory) -> [ProbingRound] {
        let own = (link.probes[name] ?? []).filter { link.messages[$0].host == host }
        let announcements = link.announcements(of: name, by: host)
        var rounds: [ProbingRound] = []
        var probes: [Int] = []
        var types: Set<RecordType> = []
        func announcement(before next: Int) -> Int? {
            guard let last = probes.last else { return nil }
            let first = announcements.partitioningIndex { $0 > last }
            return announcements[first...].prefix { $0 < next }.first { index in
                // Some claim the pointer alone.
                types.isEmpty
                    || link.records(index).contains {
                        link.known($0).name == name && types.contains(link.known($0).type)
                    }
            }
        }
        func close(before next: Int) {
            guard let last = probes.last else { return }
            let limit = link.messages[last].time + Nanoseconds.seconds(5)
            let announcement = announcement(before: next).flatMap { link.messages[$0].time <= limit ? $0 : nil }
            rounds.append(ProbingRound(name: name, probes: probes, announcement: announcement))
            (probes, types) = ([], [])
        }
        for probe in own {
            if let last = probes.last {
                let isAnnounced = announcement(before: probe) != nil
                if isAnnounced || link.messages[probe].time - link.messages[last].time > pause { close(before: probe) }
            }
            probes.append(probe)
            types.formUnion(link.claimed(name, in: probe).map { link.known($0).type })
        }
        close(before: .max)
        return rounds
    }
}

extension LinkHistory {
    /// The multicast responses in which a host says unique records of a name, each once.
    func announcements(of name: Int, by host: Int) -> [Int] {
        var found: Set<Int> = []
        for record in recordsOfName[HostName(host: host, name: name)] ?? [] {
            guard !isServicePointer(log.known[record]), log.known[record].type != .nsec else { continue }
            for saying in sayings[HostRecord(host: host, record: record)] ?? [] where saying.ttl > 0 {
                found.insert(saying.message)
            }
        }
        return found.sorted()
    }

    /// The records of a name in the authority section of a probe.
    func claimed(_ name: Int, in probe: Int) -> [HeardRecord] {
        records(probe).filter { $0.isAuthority && known($0).name == name }
    }

    /// Whether two hosts multicast, or claim in probes, the same SRV record: one machine with two interfaces.
    func shareServices(_ first: Int, _ second: Int) -> Bool {
        !services(of: first).isDisjoint(with: services(of: second))
    }

    private func services(of host: Int) -> Set<Int> {
        var services: Set<Int> = []
        for name in traffic[host].names {
            for record in recordsOfName[HostName(host: host, name: name)] ?? [] where log.known[record].type == .srv {
                services.insert(record)
            }
        }
        for probe in traffic[host].probes {
            for record in records(probe) where known(record).type == .srv { services.insert(record.number) }
        }
        return services
    }
}
