import ProtocolDescriptions
import WireTesting

extension DescribedRun {
    /// - Parameter end: The receiver.
    mutating func receive(stream bytes: [UInt8], at end: ConnectionEnd) {
        let sender = end.other
        sides[at(sender)].direction.bytesRead += bytes.count
        sides[at(sender)].delivered += bytes.count
        if case .webSocket? = plan.compiled.description.framing?.method { upgrade(end) }
        while self[sender].next < self[sender].messages.count,
            self[sender].messages[self[sender].next].end <= self[sender].delivered
        {
            let index = self[sender].next
            sides[at(sender)].next += 1
            sides[at(sender)].direction.messagesRead += 1
            deliver(index, to: end)
        }
    }

    private mutating func upgrade(_ end: ConnectionEnd) {
        let opening = end.side == .responder ? WebSocketOpening.request : WebSocketOpening.response
        guard !self[end].isUpgraded, self[end.other].delivered >= opening.count else { return }
        sides[at(end)].isUpgraded = true
        if end.side == .responder { write(WebSocketOpening.response, from: end) }
        simulation.wait(.say(end), for: somewhatLater(plan.pace))
    }

    /// - Parameter end: The receiver.
    mutating func receive(_ payload: [UInt8], at end: ConnectionEnd) {
        let sender = end.other
        sides[at(sender)].direction.read(payload.count)
        if end.side == .responder, self[end].opened == nil { open(end) }
        guard let indices = self[sender].payloads[payload] else { return }
        guard let index = indices.first(where: { !self[sender].messages[$0].hasArrived }) else {
            if let number = self[sender].messages[indices[indices.count - 1]].number {
                sides[at(sender)].fate.duplicates.append(Int(number))
            }
            return
        }
        if let number = self[sender].messages[index].number {
            if number < self[sender].highest { sides[at(sender)].fate.reordered.append(Int(number)) }
            sides[at(sender)].highest = max(self[sender].highest, number)
        }
        deliver(index, to: end)
    }

    /// A message came as a whole.
    private mutating func deliver(_ index: Int, to end: ConnectionEnd) {
        sides[at(end.other)].messages[index].hasArrived = true
        let message = self[end.other].messages[index]
        if let name = message.type.name { sides[at(end)].heard.insert(name) }
        if let asked = message.answered {
            sides[at(end)].roundTrips.append(simulation.now - self[end].messages[asked].time)
        }
        guard let pair = manners.pair(askedBy: message.type.name) else { return }
        let limit = manners.limit(ofAnswer: pair.answer).map {
            plan.timeToAnswer(askedBy: end.other.role, within: $0)
        }
        let longest = min(20 * Self.millisecond, limit ?? .max)
        let due = max(simulation.now + somewhatLater(longest), self[end].lastDue + 1000)
        sides[at(end)].lastDue = due
        sides[at(end)].pendingAnswers += 1
        simulation.wait(.answer(end, of: index), until: due)
    }
}
