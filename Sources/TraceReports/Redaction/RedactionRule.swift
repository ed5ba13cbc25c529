/// What becomes of a text of a report, by where it is.
///
/// A text that no rule knows tells who or where, so that a new field of the report is replaced until somebody lists it here.
/// Enumerations are not listed: their words are ours (``ReportTree/word(_:)``).
enum RedactionRule: Equatable {
    /// It says nothing of the people or the network.
    case keep
    /// A sentence of ours with texts of the capture in it.
    case sentence
    /// A name or another text of its own, with the kind of its stand-in.
    case name(StandIns.Kind)
    case path
    /// A capture filter: an expression of words, names and addresses.
    case filter
    case interface
    case subtype
    case domain
    /// The number that somebody gave to a message.
    case number
    /// An attribute as it is written: `key=value`.
    case attribute
    /// The key of an attribute of a TXT record.
    case attributeKey
    /// Bytes as hexadecimal digits.
    case digits
    /// The type of a message: a word of the protocol, or one that an app chose.
    case messageType
    /// The value of a finding's fact.
    case fact

    init(_ place: ReportTree.Place) {
        self =
            place.parent == "facts"
            ? Self.facts[place.key] ?? .fact
            : Self.places[place.parent + "." + place.key] ?? Self.keys[place.key] ?? .name(.text)
    }

    /// By the key, and the key of the object around it.
    private static let places: [String: RedactionRule] = [
        "generator.name": .keep, "generator.version": .keep, "icmpErrors.name": .keep,
        "services.id": .keep, "peers.id": .keep, "hosts.id": .keep, "meshes.id": .keep, "subject.id": .keep,
        "relayedMessages.id": .number, "deliveries.id": .number, "clusters.id": .name(.text),
        "meshes.peers": .keep, "services.type": .keep, "services.responder": .keep, "hosts.responder": .keep,
        "queries.type": .keep, "message.type": .messageType, "messageTypes.type": .messageType, "evidence.kind": .keep,
        "subject.kind": .keep, "tls.version": .keep, "nodes.version": .keep, "interfaces.name": .interface,
        "protocols.name": .keep, "protocols.source": .path, "expectation.source": .path, "expectation.text": .sentence,
        "firstFault.key": .keep, "firstFault.bytes": .digits,
        "sections.application": .name(.program),
        "capture.path": .path, "captures.path": .path, "files.path": .path,
        "changes.old": .attribute, "changes.new": .attribute, "changes.key": .attributeKey, "txt.key": .attributeKey,
        "invitations.from": .name(.peer), "invitations.to": .name(.peer),
        "process.name": .name(.process), "effectiveProcess.name": .name(.process), "dataPaths.reason": .sentence,
    ]

    /// By the key alone.
    private static let keys: [String: RedactionRule] = [
        "schema": .keep, "application": .keep, "format": .keep, "compression": .keep, "firstTime": .keep,
        "lastTime": .keep,
        "linkType": .keep, "style": .keep, "renameStyle": .keep, "rule": .keep, "responders": .keep,
        "serviceType": .keep, "code": .keep, "reference": .keep, "peer": .keep, "service": .keep, "serviceIDs": .keep,
        "renamedFrom": .keep, "renamedTo": .keep, "replaces": .keep, "replacedBy": .keep, "missingPairs": .keep,
        "cipherSuite": .keep, "alerts": .keep, "applicationProtocols": .keep, "versions": .keep, "metrics": .keep,
        "message": .sentence, "remedy": .sentence, "detail": .sentence, "evidence": .sentence, "fault": .sentence,
        "filter": .filter, "interfaceName": .interface, "subtypes": .subtype, "domain": .domain,
        "valueHex": .digits, "serviceID": .digits, "originalDestinationConnectionID": .digits,
        "instance": .name(.device), "label": .name(.device), "displayNames": .name(.device),
        "host": .name(.host), "hostname": .name(.host), "hostnames": .name(.host), "resolvedNames": .name(.host),
        "name": .name(.host), "from": .name(.host), "to": .name(.host), "serverName": .name(.host),
        "certificateNames": .name(.host), "peerIDs": .name(.peer), "author": .name(.peer), "recipient": .name(.peer),
        "carrier": .name(.peer), "receiver": .name(.peer), "missingFromSeenBy": .name(.peer), "sender": .name(.peer),
        "peerID": .name(.peer), "participant": .name(.peer), "contextHex": .digits, "displayName": .name(.device),
        "hardware": .name(.hardware), "operatingSystem": .name(.system),
    ]

    /// By the name of a fact; `Docs/findings.md` lists them.
    private static let facts: [String: RedactionRule] = [
        "application": .keep, "rule": .keep, "rules": .keep, "cause": .keep, "by": .keep, "gone": .keep,
        "counted": .keep, "kind": .keep,
        "record": .keep, "reason": .keep, "type": .keep, "types": .keep, "versions": .keep, "mesh": .keep,
        "missingPairs": .keep, "peer": .keep, "peers": .keep, "service": .keep, "services": .keep,
        "otherService": .keep, "otherServices": .keep, "holder": .keep, "holders": .keep, "causedBy": .keep,
        "until": .keep, "stage": .keep, "alert": .keep, "version": .keep, "offeredVersions": .keep,
        "cipherSuite": .keep,
        "weakness": .keep, "offer": .keep, "errorName": .keep, "layer": .keep,
        "notBefore": .keep, "notAfter": .keep,
        "rival": .keep, "violation": .sentence, "answer": .sentence, "messageID": .number, "key": .attributeKey,
    ]
}
