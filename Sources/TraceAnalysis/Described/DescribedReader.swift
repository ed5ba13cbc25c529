import ApplicationProtocols
import ProtocolDescriptions
import WireCoding

/// Reads one direction as a description says.
public struct DescribedReader: ApplicationReader {
    private var decoder: DescribedDecoder
    private let isDatagrams: Bool
    private let view: View

    init(_ compiled: CompiledProtocol, _ start: ReadingStart) {
        decoder = compiled.makeDecoder(midstream: start.isMidstream, resynchronizes: start.resynchronizes)
        isDatagrams = start.isDatagrams
        view = View(
            listsFields: start.listsFields, isOrdered: compiled.description.pairs.map { $0.by == nil })
    }

    public mutating func read(_ bytes: Span<UInt8>, _ take: Receiver) {
        let view = view
        if isDatagrams {
            decoder.readDatagram(bytes) { take(view.message($0), $0.body) }
        } else {
            decoder.read(bytes) { take(view.message($0), $0.body) }
        }
    }

    public mutating func skip(missing count: Int, _ take: Receiver) {
        let view = view
        decoder.skip(missing: count) { take(view.message($0), $0.body) }
    }

    public mutating func finish(_ take: Receiver) {
        let view = view
        guard !isDatagrams else { return }
        decoder.finish { take(view.message($0), $0.body) }
    }

    public mutating func evict() { decoder.evict() }

    public var heldBytes: Int { decoder.heldBytes }
    public var isOver: Bool { decoder.isOver }
    public var hasFault: Bool { decoder.hasFault }

    public var summary: ReadingSummary {
        let found = decoder.summary
        var summary = ReadingSummary()
        summary.malformed = found.malformed
        summary.skippedBytes = found.skippedBytes
        summary.isMismatch = found.state == .mismatch || found.messages == 0 && found.malformed > 0
        summary.start =
            switch found.state {
            case .notFound where found.messages == 0, .searching where found.messages == 0: .notFound
            case _ where found.wasFound: .found
            default: .known
            }
        summary.faults = found.faults.map {
            ReadingFault(
                kind: .init($0.kind), key: $0.key, streamOffset: $0.streamOffset, message: $0.message, bytes: $0.bytes)
        }
        summary.controlFrames = found.controlFrames.map { .init(ping: $0.ping, pong: $0.pong, close: $0.close) }
        return summary
    }
}

/// How messages are handed over.
private struct View: Sendable {
    let listsFields: Bool
    /// By pair: whether answers come in the order of the questions.
    let isOrdered: [Bool]

    @inline(__always)
    func message(_ view: DescribedMessageView) -> ApplicationMessage {
        ApplicationMessage(
            streamOffset: view.streamOffset, wireSize: view.wireSize, bodySize: view.bodySize, type: view.type,
            isKnown: view.isKnownType, sender: view.sender, id: view.id, number: view.number, sent: view.sent,
            roles: isOrdered.isEmpty ? [] : roles(view), payloadSize: listsFields ? view.payloadSize : nil,
            fields: listsFields ? view.fields : [])
    }

    private func roles(_ view: DescribedMessageView) -> [ApplicationMessage.Role] {
        var roles: [ApplicationMessage.Role] = []
        for pair in isOrdered.indices {
            guard let (role, key) = view.role(inPair: pair) else { continue }
            roles.append(.init(pair: pair, isAnswer: role == .answer, key: isOrdered[pair] ? nil : key))
        }
        return roles
    }
}

extension ReadingFault.Kind {
    init(_ kind: DescriptionFault.Kind) {
        self =
            switch kind {
            case .framing: .framing
            case .body: .body
            case .incomplete: .incomplete
            }
    }
}
