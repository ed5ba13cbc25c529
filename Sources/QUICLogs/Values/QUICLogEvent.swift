/// Something that happened, and when.
public struct QUICLogEvent: Hashable, Sendable {
    /// Nanoseconds from the log's ``QUICLog/referenceTime``.
    public var time: Int64
    /// What happened, with its data.
    public var content: Content
    /// Members beside the time, the name and the data, such as `group_id` or `path`.
    public var others: [QUICLogMember]

    /// An event at that time, in nanoseconds from the log's ``QUICLog/referenceTime``.
    public init(time: Int64, _ content: Content, others: [QUICLogMember] = []) {
        self.time = time
        self.content = content
        self.others = others
    }

    /// What happened.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// The endpoint sent a packet: `transport:packet_sent`.
        case packetSent(QUICLogPacket)
        /// The endpoint received a packet: `transport:packet_received`.
        case packetReceived(QUICLogPacket)
        /// The endpoint gives the packet up for lost: `recovery:packet_lost`.
        case packetLost(QUICLogPacket)
        /// The endpoint computed new values of the path: `recovery:metrics_updated`.
        case metricsUpdated(QUICLogMetrics)
        /// The congestion controller changed its state: `recovery:congestion_state_updated`.
        case congestionStateUpdated(QUICLogCongestionState)
        /// A connection is attempted: `connectivity:connection_started`.
        case connectionStarted(QUICLogConnectionStart)
        /// The connection is over: `connectivity:connection_closed`.
        case connectionClosed(QUICLogConnectionEnd)
        /// The transport parameters of an end are known: `transport:parameters_set`.
        case parametersSet(QUICLogParameters)
        /// A key is new: `security:key_updated`.
        case keyUpdated(QUICLogKeyUpdate)
        /// The versions of both ends, and the chosen one: `transport:version_information`.
        case versionInformation(QUICLogVersionInformation)
        /// Datagrams were handed to the system: `transport:datagrams_sent`.
        case datagramsSent(QUICLogDatagrams)
        /// Datagrams were taken from the system: `transport:datagrams_received`.
        case datagramsReceived(QUICLogDatagrams)
        /// Any other event, with its data as it came.
        case unknown(name: String, data: QUICLogJSON)
    }

    /// `transport:packet_sent`: the category and the type, by qlog 0.3; of unknown events as it came.
    public var name: String {
        switch content {
        case .packetSent: "transport:packet_sent"
        case .packetReceived: "transport:packet_received"
        case .packetLost: "recovery:packet_lost"
        case .metricsUpdated: "recovery:metrics_updated"
        case .congestionStateUpdated: "recovery:congestion_state_updated"
        case .connectionStarted: "connectivity:connection_started"
        case .connectionClosed: "connectivity:connection_closed"
        case .parametersSet: "transport:parameters_set"
        case .keyUpdated: "security:key_updated"
        case .versionInformation: "transport:version_information"
        case .datagramsSent: "transport:datagrams_sent"
        case .datagramsReceived: "transport:datagrams_received"
        case .unknown(let name, _): name
        }
    }
}

extension QUICLogEvent.Content {
    /// - Parameter name: By any version of qlog, also in capitals. Drafts after 0.3 have all events of QUIC in the category
    ///   `quic`.
    init(name: String, data: QUICLogJSON, unit: QUICLogTimeUnit) {
        guard let members = data.members else {
            self = .unknown(name: name, data: data)
            return
        }
        switch name.lowercased() {
        case "transport:packet_sent", "quic:packet_sent": self = .packetSent(.init(members, unit: unit))
        case "transport:packet_received", "quic:packet_received": self = .packetReceived(.init(members, unit: unit))
        case "recovery:packet_lost", "quic:packet_lost": self = .packetLost(.init(members, unit: unit))
        case "recovery:metrics_updated", "recovery:metric_update", "recovery:recovery_metrics_updated",
            "quic:recovery_metrics_updated":
            self = .metricsUpdated(.init(members, unit: unit))
        case "recovery:congestion_state_updated", "quic:congestion_state_updated":
            self = .congestionStateUpdated(.init(members, unit: unit))
        case "connectivity:connection_started", "quic:connection_started":
            self = .connectionStarted(.init(members, unit: unit))
        case "connectivity:connection_closed", "quic:connection_closed":
            self = .connectionClosed(.init(members, unit: unit))
        case "transport:parameters_set", "quic:parameters_set": self = .parametersSet(.init(members, unit: unit))
        case "security:key_updated", "quic:key_updated": self = .keyUpdated(.init(members, unit: unit))
        case "transport:version_information", "quic:version_information":
            self = .versionInformation(.init(members, unit: unit))
        case "transport:datagrams_sent", "transport:udp_datagrams_sent", "quic:udp_datagrams_sent":
            self = .datagramsSent(.init(members, unit: unit))
        case "transport:datagrams_received", "transport:udp_datagrams_received", "quic:udp_datagrams_received":
            self = .datagramsReceived(.init(members, unit: unit))
        default: self = .unknown(name: name, data: data)
        }
    }

    /// The data as JSON.
    var data: QUICLogJSON {
        switch self {
        case .packetSent(let record), .packetReceived(let record), .packetLost(let record): .object(record.members)
        case .metricsUpdated(let record): .object(record.members)
        case .congestionStateUpdated(let record): .object(record.members)
        case .connectionStarted(let record): .object(record.members)
        case .connectionClosed(let record): .object(record.members)
        case .parametersSet(let record): .object(record.members)
        case .keyUpdated(let record): .object(record.members)
        case .versionInformation(let record): .object(record.members)
        case .datagramsSent(let record), .datagramsReceived(let record): .object(record.members)
        case .unknown(_, let data): data
        }
    }
}
