import QUICLogs
import SealedChannels
import TraceAnalysis
import TraceModel
import WireCoding

/// Makes qlog events of the packets of a QUIC session: those of a capture between the two ends, from the client's view.
/// Packets of the client are sent, those of the server received.
///
///     var log = QUICSessionLog(of: session)
///     try sessions.forEachPacket(of: session.id) { packet, handshake in
///         if log.packets == 0 { output(QUICLogWriter.header(of: log.header(from: packet))) }
///         for event in log.take(packet, handshake) { output(QUICLogWriter.record(of: event)) }
///     }
///
/// The same packets give the same events: nothing depends on the clock or the machine. Packets that stay sealed are events
/// without a number and frames.
public struct QUICSessionLog {
    private let session: Session
    private let title: String?
    /// The time of the first packet.
    private var start: Int64?
    /// Of the packets so far.
    public private(set) var packets = 0
    /// Protected packets that were not opened.
    public private(set) var sealedPackets = 0
    private var client = Direction()
    private var server = Direction()
    private var hasClientParameters = false
    private var hasServerParameters = false
    private var version: QUICVersion?
    private var isClosed = false
    /// A CONNECTION_CLOSE in a datagram that may have another one.
    private var closing: Closing?

    /// - Parameters:
    ///   - session: A QUIC session of a report.
    ///   - title: The name of the log, such as that of the capture.
    public init(of session: Session, title: String? = nil) { (self.session, self.title) = (session, title) }

    /// The 1-RTT packets of an end.
    private struct Direction {
        /// Of the packet with the largest number.
        var keyPhase = false
        var largest: UInt64?
        /// Key phases after the first.
        var updates: UInt64 = 0
        var spinBit = false

        /// The key phase of a packet, counted from 0, and whether it begins with this packet.
        mutating func phase(of bit: Bool, number: UInt64) -> (count: UInt64, isNew: Bool) {
            guard number > largest ?? 0 || largest == nil else {
                return (bit == keyPhase ? updates : max(1, updates) - 1, false)
            }
            largest = number
            guard bit != keyPhase else { return (updates, false) }
            keyPhase = bit
            updates += 1
            return (updates, true)
        }
    }

    private struct Closing {
        var datagram: Int
        var time: Int64
        var isInOneRTT: Bool
        var end: QUICLogConnectionEnd
    }

    /// The log without events: its title, its vantage point and where its times begin.
    ///
    /// - Parameter packet: The first packet.
    public func header(from packet: QUICSessionPacket) -> QUICLog {
        let original = packet.fromClient ? packet.destinationConnectionID : nil
        return QUICLog(
            title: title, vantagePoint: QUICLogVantagePoint(name: "nearscope", type: .network, flow: .client),
            referenceTime: packet.time, originalDestinationConnectionID: original,
            group: original.map { id in .text(Self.hex(id)) })
    }

    /// The events of the next packet.
    public mutating func take(_ packet: QUICSessionPacket, _ handshake: QUICHandshakeFacts) -> [QUICLogEvent] {
        var events: [QUICLogEvent] = []
        let time: Int64
        if let start {
            time = packet.time &- start
        } else {
            (start, time) = (packet.time, 0)
            events.append(QUICLogEvent(time: 0, .connectionStarted(connectionStart(packet))))
        }
        packets += 1
        if packet.isSealed { sealedPackets += 1 }
        if let closing, closing.datagram != packet.datagram { close(&events) }
        var record = Self.record(packet)
        if let opened = packet.opened {
            record.frames = QUICLogFrame.frames(
                in: opened.payload.span, delayExponent: Self.delayExponent(packet, handshake))
        }
        noteShortHeader(packet, &record, at: time, &events)
        events.append(
            QUICLogEvent(time: time, packet.fromClient ? .packetSent(record) : .packetReceived(record)))
        noteHandshake(packet, handshake, at: time, &events)
        noteClose(packet, record, at: time)
        return events
    }

    /// The events that the end of the capture decides.
    public mutating func finish() -> [QUICLogEvent] {
        var events: [QUICLogEvent] = []
        close(&events)
        return events
    }

    // MARK: - Packets

    /// The exponent of a sender's ACK frames: known for 1-RTT packets only (RFC 9000 §13.2.5).
    static func delayExponent(_ packet: QUICSessionPacket, _ handshake: QUICHandshakeFacts) -> UInt64 {
        guard packet.type == .oneRTT else { return 3 }
        let parameters = packet.fromClient ? handshake.clientParameters : handshake.serverParameters
        return parameters?.ackDelayExponent ?? 3
    }

    private static func record(_ packet: QUICSessionPacket) -> QUICLogPacket {
        let opened = packet.opened
        var record = QUICLogPacket(
            type: type(packet), number: opened?.number, version: packet.version?.rawValue,
            sourceConnectionID: packet.sourceConnectionID, destinationConnectionID: packet.destinationConnectionID,
            length: UInt64(packet.length), payloadLength: opened.map { UInt64($0.payload.count) },
            isCoalesced: packet.isCoalesced ? true : nil, datagramID: UInt64(packet.datagram))
        var header: [QUICLogMember] = []
        if let opened { header.append(QUICLogMember("flags", .integer(UInt64(opened.header.firstByte)))) }
        if let id = packet.sourceConnectionID { header.append(QUICLogMember("scil", .integer(UInt64(id.count)))) }
        if let id = packet.destinationConnectionID { header.append(QUICLogMember("dcil", .integer(UInt64(id.count)))) }
        if let spinBit = packet.spinBit { header.append(QUICLogMember("spin_bit", .bool(spinBit))) }
        if !packet.token.isEmpty, packet.type == .initial {
            header.append(QUICLogMember("token", token(packet.token)))
        }
        if !header.isEmpty { record.others.append(QUICLogMember("header", .object(header))) }
        if !packet.token.isEmpty, packet.type == .retry {
            record.others.append(QUICLogMember("retry_token", token(packet.token)))
        }
        if !packet.supportedVersions.isEmpty {
            let versions = packet.supportedVersions.map { QUICLogJSON.text(Self.hex($0)) }
            record.others.append(QUICLogMember("supported_versions", .array(versions)))
        }
        record.others.append(QUICLogMember("capture_frame", .integer(UInt64(packet.frame))))
        return record
    }

    private static func token(_ bytes: [UInt8]) -> QUICLogJSON {
        .object([
            QUICLogMember(
                "raw",
                .object([
                    QUICLogMember("length", .integer(UInt64(bytes.count))), QUICLogMember("data", .text(hex(bytes))),
                ]))
        ])
    }

    private static func type(_ packet: QUICSessionPacket) -> QUICLogPacketType {
        if packet.isStatelessReset { return .statelessReset }
        return switch packet.type {
        case .initial: .initial
        case .zeroRTT: .zeroRTT
        case .handshake: .handshake
        case .retry: .retry
        case .versionNegotiation: .versionNegotiation
        case .oneRTT: .oneRTT
        case .unknown: QUICLogPacketType(rawValue: "unknown")
        }
    }

    static func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }

    private static func hex(_ version: QUICVersion) -> String { version.rawValue.digits(8, radix: 16) }

    // MARK: - What packets show

    private func connectionStart(_ packet: QUICSessionPacket) -> QUICLogConnectionStart {
        let ends =
            packet.fromInitiator == packet.fromClient
            ? [session.initiator, session.responder] : [session.responder, session.initiator]
        return QUICLogConnectionStart(
            ipVersion: ends[0].address.contains(":") ? "v6" : "v4", sourceAddress: ends[0].address,
            destinationAddress: ends[1].address, sourcePort: UInt64(ends[0].port),
            destinationPort: UInt64(ends[1].port),
            sourceConnectionID: packet.sourceConnectionID, destinationConnectionID: packet.destinationConnectionID)
    }

    /// Adds the key phase, and the events of a new one and of a turn of the client's spin bit.
    private mutating func noteShortHeader(
        _ packet: QUICSessionPacket, _ record: inout QUICLogPacket, at time: Int64, _ events: inout [QUICLogEvent]
    ) {
        if packet.fromClient, let spinBit = packet.spinBit, spinBit != client.spinBit {
            client.spinBit = spinBit
            let data = QUICLogJSON.object([QUICLogMember("state", .bool(spinBit))])
            events.append(
                QUICLogEvent(time: time, .unknown(name: "connectivity:spin_bit_updated", data: data)))
        }
        guard let opened = packet.opened, let bit = opened.keyPhase else { return }
        let phase =
            packet.fromClient
            ? client.phase(of: bit, number: opened.number) : server.phase(of: bit, number: opened.number)
        record.keyPhase = phase.count
        guard phase.isNew else { return }
        let name = packet.fromClient ? "client_1rtt_secret" : "server_1rtt_secret"
        events.append(
            QUICLogEvent(time: time, .keyUpdated(QUICLogKeyUpdate(keyType: name, keyPhase: phase.count))))
    }

    /// Adds the events of what the handshake messages in a packet show.
    private mutating func noteHandshake(
        _ packet: QUICSessionPacket, _ handshake: QUICHandshakeFacts, at time: Int64, _ events: inout [QUICLogEvent]
    ) {
        guard let opened = packet.opened else { return }
        if packet.fromClient, packet.type == .initial, !hasClientParameters, let parameters = handshake.clientParameters
        {
            hasClientParameters = true
            events.append(QUICLogEvent(time: time, .parametersSet(QUICLogParameters(parameters, .local))))
        }
        guard !packet.fromClient else { return }
        if opened.version != version {
            version = opened.version
            let offered = handshake.clientParameters?.versionInformation?.available.map(\.rawValue)
            events.append(
                QUICLogEvent(
                    time: time,
                    .versionInformation(
                        QUICLogVersionInformation(clientVersions: offered, chosenVersion: opened.version.rawValue))))
        }
        if packet.type == .handshake, !hasServerParameters, let parameters = handshake.serverParameters {
            hasServerParameters = true
            events.append(QUICLogEvent(time: time, .parametersSet(QUICLogParameters(parameters, .remote))))
        }
    }

    // MARK: - The end

    /// Takes note of the first CONNECTION_CLOSE. Before the handshake is confirmed it comes in several packets of a datagram, of
    /// which the 1-RTT packet has the application's reason (RFC 9000 §10.2.3).
    private mutating func noteClose(_ packet: QUICSessionPacket, _ record: QUICLogPacket, at time: Int64) {
        guard !isClosed, closing.map({ !$0.isInOneRTT && packet.type == .oneRTT }) ?? true else { return }
        for case .connectionClose(let frame) in record.frames ?? [] {
            let isApplications = frame.errorSpace == "application"
            closing = Closing(
                datagram: packet.datagram, time: time, isInOneRTT: packet.type == .oneRTT,
                end: QUICLogConnectionEnd(
                    owner: packet.fromClient ? .local : .remote,
                    connectionCode: isApplications ? nil : frame.errorCode,
                    applicationCode: isApplications ? frame.errorCode : nil, reason: frame.reason))
            return
        }
    }

    private mutating func close(_ events: inout [QUICLogEvent]) {
        guard let closing else { return }
        events.append(QUICLogEvent(time: closing.time, .connectionClosed(closing.end)))
        (isClosed, self.closing) = (true, nil)
    }
}

extension QUICLogParameters {
    /// The parameters that an end declares.
    init(_ parameters: QUICTransportParameters, _ owner: QUICLogOwner) {
        self.init(owner: owner)
        for parameter in parameters.parameters {
            if let property = Self.numbers[parameter.id], case .integer(let number) = parameter.value {
                self[keyPath: property] = number.value
                continue
            }
            if let property = Self.connectionIDs[parameter.id], case .connectionID(let bytes) = parameter.value {
                self[keyPath: property] = bytes
                continue
            }
            others.append(QUICLogMember("\(parameter.id)", Self.value(parameter.value)))
        }
    }

    private static let numbers: [QUICTransportParameterID: WritableKeyPath<QUICLogParameters, UInt64?> & Sendable] = [
        .maxIdleTimeout: \.maxIdleTimeout, .maxUDPPayloadSize: \.maxUDPPayloadSize,
        .ackDelayExponent: \.ackDelayExponent, .maxAckDelay: \.maxAckDelay,
        .activeConnectionIDLimit: \.activeConnectionIDLimit, .initialMaxData: \.initialMaxData,
        .initialMaxStreamDataBidirectionalLocal: \.initialMaxStreamDataBidirectionalLocal,
        .initialMaxStreamDataBidirectionalRemote: \.initialMaxStreamDataBidirectionalRemote,
        .initialMaxStreamDataUnidirectional: \.initialMaxStreamDataUnidirectional,
        .initialMaxStreamsBidirectional: \.initialMaxStreamsBidirectional,
        .initialMaxStreamsUnidirectional: \.initialMaxStreamsUnidirectional,
        .maxDatagramFrameSize: \.maxDatagramFrameSize,
    ]

    private static let connectionIDs:
        [QUICTransportParameterID: WritableKeyPath<QUICLogParameters, [UInt8]?> & Sendable] = [
            .originalDestinationConnectionID: \.originalDestinationConnectionID,
            .initialSourceConnectionID: \.initialSourceConnectionID,
            .retrySourceConnectionID: \.retrySourceConnectionID,
        ]

    private static func value(_ value: QUICTransportParameter.Value) -> QUICLogJSON {
        switch value {
        case .integer(let number): .integer(number.value)
        case .connectionID(let bytes), .statelessResetToken(let bytes), .unknown(let bytes):
            .text(QUICSessionLog.hex(bytes))
        case .present: .bool(true)
        case .preferredAddress(let address):
            .object([
                QUICLogMember("ip_v4", .text("\(address.ipv4)")),
                QUICLogMember("port_v4", .integer(UInt64(address.ipv4Port))),
                QUICLogMember("ip_v6", .text("\(address.ipv6)")),
                QUICLogMember("port_v6", .integer(UInt64(address.ipv6Port))),
                QUICLogMember("connection_id", .text(QUICSessionLog.hex(address.connectionID))),
                QUICLogMember(
                    "stateless_reset_token", .text(QUICSessionLog.hex(address.statelessResetToken))),
            ])
        case .versionInformation(let information):
            .object([
                QUICLogMember("chosen_version", .text(information.chosen.rawValue.digits(8, radix: 16))),
                QUICLogMember(
                    "available_versions",
                    .array(information.available.map { .text($0.rawValue.digits(8, radix: 16)) })),
            ])
        }
    }
}
