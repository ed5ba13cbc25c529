import DNSWire
import WireCoding

extension ServiceBrowser {
    /// The most bytes of questions in one message, so that there is room for known answers.
    private static let maximumQuestionBytes = 700

    /// Does what is due. Called too early, it only says again what to wait for.
    public mutating func timer(at time: Int64, using generator: inout some RandomNumberGenerator) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for place in links.indices { pass(on: place, &turn) }
        report(&turn)
        while let first = departed.first, first.time.advanced(saturating: Self.window) <= time {
            departed.removeFirst()
            turn.actions.append(.removed(first.service, first.reason))
        }
        return turn.actions + waiting
    }

    private mutating func pass(on place: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        let (expired, stale) = links[place].cache.pass(to: turn.time, using: &turn.generator)
        for entry in expired {
            switch entry.record.data {
            case .pointer(let target):
                turn.touched.insert(target)
                turn.reasons[target] = entry.isTakenBack ? .goodbye : .expired
            case .address: turn.touched.formUnion(links[place].hosts[entry.record.name] ?? [])
            default: turn.touched.insert(entry.record.name)
            }
        }
        if !expired.isEmpty { links[place].forgetUnused(lists: lists) }
        if links[place].isCrowded, links[place].questions.count < Self.maximumQuestions {
            links[place].isCrowded = false
            turn.touched.formUnion(links[place].instances.keys)
        }
        var questions: [(key: RecordCache.Key, wantsUnicast: Bool)] = []
        for (key, schedule) in links[place].questions where schedule.due <= turn.time {
            guard links[place].isNeeded(key, lists: lists) else {
                links[place].questions[key] = nil
                continue
            }
            if !schedule.isAskedByOthers { questions.append((key, schedule.isFirst && !sharesPort)) }
            links[place].questions[key]?.noteAsked(at: turn.time)
            links[place].cache.noteAsked(key, at: turn.time)
        }
        for key in stale where !questions.contains(where: { $0.key == key }) { questions.append((key, false)) }
        send(questions.sorted { $0.key.precedes($1.key) }, on: place, &turn)
    }

    /// Sends questions with what is known of their answers, in as few messages as have room.
    private mutating func send(
        _ questions: [(key: RecordCache.Key, wantsUnicast: Bool)], on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        var rest = questions[...]
        while !rest.isEmpty {
            var size = 0
            let batch = rest.prefix { question in
                size += question.key.name.encodedSize + 4
                return size <= Self.maximumQuestionBytes
            }
            rest = rest.dropFirst(batch.count)
            let asked = batch.map {
                Question(name: $0.key.name, type: $0.key.type, wantsUnicastResponse: $0.wantsUnicast)
            }
            let answers = batch.flatMap { links[place].cache.knownAnswers($0.key, at: turn.time) }
            // Records were read from messages, so that they fit one.
            for message in (try? DNSMessage.multicastQuery(asked, knownAnswers: answers)) ?? [] {
                turn.actions.append(
                    .send(OutgoingMessage(message, .question, on: links[place].interface, to: .multicast)))
            }
        }
    }

    /// Asks for what is missing of instances, after one delay for all.
    mutating func resolve(_ instances: Set<DNSName>, _ turn: inout Turn<some RandomNumberGenerator>) {
        let delay = BrowseSchedule.firstDelay.drawn(using: &turn.generator)
        for place in links.indices {
            for instance in instances where links[place].instances[instance] != nil {
                for type in [RecordType.srv, .txt] {
                    askIfNeeded(RecordCache.Key(name: instance, type: type), after: delay, on: place, at: turn.time)
                }
                for entry in links[place].cache.entries(instance, .srv) {
                    guard case .service(let location) = entry.record.data else { continue }
                    for type in [RecordType.a, .aaaa] {
                        let key = RecordCache.Key(name: location.target, type: type)
                        askIfNeeded(key, after: delay, on: place, at: turn.time)
                    }
                }
            }
        }
    }

    private mutating func askIfNeeded(_ key: RecordCache.Key, after delay: Int64, on place: Int, at time: Int64) {
        if links[place].isNeeded(key, lists: lists) {
            ask(key, after: delay, on: place, at: time)
        } else {
            links[place].questions[key] = nil
        }
    }
}
