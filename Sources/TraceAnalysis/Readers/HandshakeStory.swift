import SealedChannels

/// What the handshake of a sealed connection shows, with the packets that show it.
struct HandshakeStory: Sendable {
    /// Of both ends, what was opened too.
    var facts = TLSHandshakeFacts()
    var clientIsInitiator = true
    /// Of the client and of the server.
    var client = HandshakeMarks()
    var server = HandshakeMarks()
    /// Those that say what the sender does not accept, in the order of their packets.
    var alerts: [SeenAlert] = []
    var serverCertificate: TLSCertificateNames?
    var clientCertificate: TLSCertificateNames?
    /// Whether data of the application went both ways after it.
    var hasData = false
    /// Data that the client sent before the server answered, which the server threw away.
    var rejectedEarly: RejectedEarlyData?
    /// Whether the server has accepted such data; nil where that is not known.
    var acceptsEarlyData: Bool?

    /// The first alert that ends a connection.
    var fatalAlert: SeenAlert? {
        let isNew = facts.version == .tls13 || facts.version == .dtls13
        return alerts.first { seen in
            seen.alert.code != .closeNotify && seen.alert.code != .userCanceled && (isNew || seen.alert.level == 2)
        }
    }

    /// The first packets in which both ends spoke.
    var hellos: [PacketMoment] { [client.hello, server.hello].compactMap(\.self) }
}

/// An alert, and its sender.
struct SeenAlert: Sendable {
    var alert: TLSAlert
    var isClients: Bool
    var moment: PacketMoment
    /// Whether it was sealed: then it comes from who has the keys.
    var isSealed: Bool
}

/// Early data that the server threw away.
struct RejectedEarlyData: Sendable {
    var bytes = 0
    /// The first packet of it.
    var moment: PacketMoment
}

/// The packets of one direction with which parts of a handshake were whole.
struct HandshakeMarks: Sendable {
    /// The last hello of a server that asked for another one before, the first of all others.
    private(set) var hello: PacketMoment?
    var certificate: PacketMoment?
    /// Of the alerts, in their order.
    private(set) var alerts: [PacketMoment] = []
    private var isRequest = false

    /// Takes note of what a direction has shown up to a packet.
    mutating func note(_ facts: TLSHandshakeFacts, at moment: PacketMoment) {
        if facts.hasClientHello || facts.hasServerHello, hello == nil || isRequest && !facts.awaitsSecondHello {
            hello = moment
            isRequest = facts.awaitsSecondHello
        }
        if certificate == nil, facts.certificate != nil { certificate = moment }
        while alerts.count < facts.alerts.count { alerts.append(moment) }
    }

    /// The alerts that a direction has shown in clear.
    func seen(_ facts: TLSHandshakeFacts, isClients: Bool) -> [SeenAlert] {
        zip(facts.alerts, alerts).map { alert, moment in
            SeenAlert(alert: alert, isClients: isClients, moment: moment, isSealed: false)
        }
    }
}

extension HandshakeStory {
    /// Puts together what both directions show in clear.
    init(_ directions: Ends<(facts: TLSHandshakeFacts, marks: HandshakeMarks)?>) {
        let (initiator, responder) = (directions.initiator, directions.responder)
        clientIsInitiator =
            initiator?.facts.hasClientHello == true
            || responder?.facts.hasClientHello != true && initiator?.facts.hasServerHello != true
        let (ofClient, ofServer) = clientIsInitiator ? (initiator, responder) : (responder, initiator)
        if let ofClient {
            facts.merge(ofClient.facts)
            client = ofClient.marks
            clientCertificate = ofClient.facts.certificate
            alerts += ofClient.marks.seen(ofClient.facts, isClients: true)
        }
        if let ofServer {
            facts.merge(ofServer.facts)
            server = ofServer.marks
            serverCertificate = ofServer.facts.certificate
            alerts += ofServer.marks.seen(ofServer.facts, isClients: false)
        }
        sortAlerts()
    }

    /// Adds what was sealed and opened.
    mutating func add(opened: TLSHandshakeFacts, alerts openedAlerts: [SeenAlert]) {
        facts.merge(opened: opened, alerts: openedAlerts.map(\.alert))
        if let certificate = opened.certificate { serverCertificate = certificate }
        alerts += openedAlerts
        sortAlerts()
    }

    private mutating func sortAlerts() { alerts.sort { $0.moment < $1.moment } }
}
