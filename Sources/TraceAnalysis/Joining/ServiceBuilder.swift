import DNSWire
import ServiceDiscovery
import WireCoding

/// Turns followed services into those that the report shows.
struct ServiceBuilder {
    let axis: TimeAxis

    func service(_ record: ServiceRecord, id: String, addresses: [IPAddress], peer: String?) -> Service {
        var service = Service(
            id: id,
            instance: record.name.instanceText,
            type: record.name.type.description,
            domain: String(record.name.domain.presentation.dropLast()),
            fullName: record.name.fullName.presentation,
            host: record.location?.target.presentation,
            port: record.location.map { Int($0.port) },
            addresses: addresses.sorted().map(\.description),
            peer: peer,
            firstSeen: axis.seconds(record.firstSeen.time),
            lastSeen: axis.seconds(record.lastSeen.time),
            state: record.state)
        service.subtypes = record.subtypes.compactMap { SubtypeName($0)?.subtypeText }
        service.txt = (record.text?.entries ?? []).map(Self.entry)
        service.timeline = record.events.map { event in
            Service.Event(
                time: axis.seconds(event.moment.time), frame: event.moment.frame, event: event.kind,
                source: event.sender.address.description, detail: event.detail)
        }
        service.discovery = discovery(record)
        return service
    }

    private static func entry(_ entry: TXTRecord.Entry) -> Service.TextEntry {
        Service.TextEntry(
            key: entry.keyText, value: entry.valueText, valueHex: entry.value.map { Hex.encode($0) },
            hasValue: entry.value != nil)
    }

    private func discovery(_ record: ServiceRecord) -> Service.Discovery {
        var discovery = Service.Discovery()
        discovery.firstQuery = axis.seconds(record.browsed?.query)
        discovery.firstAnswer = axis.seconds(record.browsed?.answer)
        discovery.latency = Self.delay(record.browsed)
        discovery.resolveLatency = Self.delay(record.resolved)
        return discovery
    }

    private static func delay(_ exchange: (query: PacketMoment, answer: PacketMoment)?) -> Double? {
        exchange.map { Double($0.answer.time - $0.query.time) / 1e9 }
    }
}
