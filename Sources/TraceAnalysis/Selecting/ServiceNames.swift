import DNSWire
import TraceModel
import WireCoding

/// The names by which mDNS messages are about services: those of instances, and of the hosts that they are on.
struct ServiceNames: Sendable {
    private var names: Set<DNSName> = []

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ service: Service) {
        for text in [service.fullName, service.host] {
            if let name = text.flatMap({ DNSName(presentation: $0) }) { names.insert(name) }
        }
    }

    /// Whether a message has one of the names: as what is asked for, as what a record is about, or in its data.
    func appear(in payload: Span<UInt8>) -> Bool {
        let message = DNSMessage.parsePrefix(payload).message
        if message.questions.contains(where: { names.contains($0.name) }) { return true }
        return [message.answers, message.authorities, message.additionals].contains { records in
            records.contains { names.contains($0.name) || isNamed(in: $0.data) }
        }
    }

    private func isNamed(in data: RecordData) -> Bool {
        switch data {
        case .pointer(let name), .canonicalName(let name): names.contains(name)
        case .service(let location): names.contains(location.target)
        default: false
        }
    }
}
