import DNSWire
import WireCoding

/// Makes DNS messages of JSON values.
enum DNSJSONReader {
    static func message(_ value: FieldValue, path: String) throws(WireJSONError) -> DNSMessage {
        let object = try JSONObjectReader(value, path: path)
        // `error` is what `decode` found in a damaged message; it says nothing about what there is.
        try object.expectOnly(
            ["identifier", "flags"] + flagParts + ["questions", "answers", "authorities", "additionals", "error"])
        var message = DNSMessage(identifier: try object.number("identifier") ?? 0)
        for (value, path) in try object.array("questions") ?? [] {
            message.questions.append(try question(value, path: path))
        }
        message.answers = try records(object, "answers")
        message.authorities = try records(object, "authorities")
        message.additionals = try records(object, "additionals")
        let isResponse = message.questions.isEmpty && !message.answers.isEmpty
        message.flags = try flags(object, otherwise: isResponse ? .multicastResponse : .query)
        return message
    }

    private static let flagParts = [
        "isResponse", "opcode", "isAuthoritative", "isTruncated", "isRecursionDesired", "isRecursionAvailable",
        "isAuthenticData", "isCheckingDisabled", "responseCode",
    ]

    private static func flags(
        _ object: JSONObjectReader, otherwise: DNSFlags
    ) throws(WireJSONError) -> DNSFlags {
        if let number: UInt16 = try object.number("flags") {
            let flags = DNSFlags(rawValue: number)
            try expectAgreement(object, with: DNSLayer.fields(flags), of: "flags")
            return flags
        }
        guard flagParts.contains(where: object.has) else { return otherwise }
        var flags = DNSFlags.query
        flags.isResponse = try object.flag("isResponse") ?? false
        flags.opcode = DNSOpcode(rawValue: try object.number("opcode", maximum: 15) ?? 0)
        flags.isAuthoritative = try object.flag("isAuthoritative") ?? false
        flags.isTruncated = try object.flag("isTruncated") ?? false
        flags.isRecursionDesired = try object.flag("isRecursionDesired") ?? false
        flags.isRecursionAvailable = try object.flag("isRecursionAvailable") ?? false
        flags.isAuthenticData = try object.flag("isAuthenticData") ?? false
        flags.isCheckingDisabled = try object.flag("isCheckingDisabled") ?? false
        flags.responseCode = DNSResponseCode(rawValue: try object.number("responseCode", maximum: 15) ?? 0)
        return flags
    }

    private static func question(_ value: FieldValue, path: String) throws(WireJSONError) -> Question {
        let object = try JSONObjectReader(value, path: path)
        try object.expectOnly(["name", "type", "class", "wantsUnicastResponse"])
        return Question(
            name: try object.required(name(object, "name"), "name"), type: try type(object),
            recordClass: try recordClass(object),
            wantsUnicastResponse: try object.flag("wantsUnicastResponse") ?? false)
    }

    private static func records(
        _ object: JSONObjectReader, _ key: String
    ) throws(WireJSONError) -> [ResourceRecord] {
        var records: [ResourceRecord] = []
        for (value, path) in try object.array(key) ?? [] {
            let object = try JSONObjectReader(value, path: path)
            let type = try type(object)
            records.append(type == .opt ? try extensionRecord(object) : try record(object, type))
        }
        return records
    }

    private static func record(
        _ object: JSONObjectReader, _ type: RecordType
    ) throws(WireJSONError) -> ResourceRecord {
        let recordClass = try recordClass(object)
        let name = try object.required(name(object, "name"), "name")
        let ttl: UInt32 = try object.number("ttl") ?? ([.a, .aaaa, .srv].contains(type) ? 120 : 4500)
        let cacheFlush = try object.flag("cacheFlush") ?? false
        let data = try DNSJSONRecordReader(
            object: object, type: type, name: name, isInternet: recordClass == .internet
        ).data(besides: ["name", "type", "class", "cacheFlush", "ttl"])
        return ResourceRecord(
            name: name, type: type, recordClass: recordClass, cacheFlush: cacheFlush, ttl: ttl, data: data)
    }

    /// An OPT record, whose class and time to live have another meaning (RFC 6891 §6.1.2).
    private static func extensionRecord(_ object: JSONObjectReader) throws(WireJSONError) -> ResourceRecord {
        let data = try DNSJSONRecordReader(object: object, type: .opt, name: .root, isInternet: true).data(
            besides: [
                "name", "type", "udpPayloadSize", "ttl", "extendedResponseCode", "version", "acceptsSignatures",
            ])
        var record = ResourceRecord(
            udpPayloadSize: try object.number("udpPayloadSize") ?? UInt16(DNSMessage.multicastPayloadSize),
            extendedResponseCode: try object.number("extendedResponseCode") ?? 0,
            version: try object.number("version") ?? 0,
            acceptsSignatures: try object.flag("acceptsSignatures") ?? false)
        record.name = try name(object, "name") ?? .root
        record.data = data
        if let ttl: UInt32 = try object.number("ttl") {
            record.ttl = ttl
            let parts = DNSLayer.fields(record).filter {
                ["extendedResponseCode", "version", "acceptsSignatures"].contains($0.name)
            }
            try expectAgreement(object, with: parts, of: "ttl")
        }
        return record
    }

    /// Throws where a member contradicts what it is a part of.
    static func expectAgreement(
        _ object: JSONObjectReader, with fields: [FrameField], of whole: String
    ) throws(WireJSONError) {
        for field in fields {
            guard let given = object.members[field.name], !given.isSameJSON(as: field.value) else { continue }
            throw object.error(field.name, "contradicts \(whole); leave one of them out")
        }
    }

    static func name(_ object: JSONObjectReader, _ key: String) throws(WireJSONError) -> DNSName? {
        guard let text = try object.text(key) else { return nil }
        guard let name = DNSName(presentation: text) else { throw object.error(key, "is not a DNS name") }
        return name
    }

    private static func type(_ object: JSONObjectReader) throws(WireJSONError) -> RecordType {
        if case .integer? = object.members["type"] {
            return RecordType(rawValue: try object.required(object.number("type"), "type"))
        }
        guard let type = RecordType(try object.required(object.text("type"), "type")) else {
            throw object.error("type", "is not a record type, such as SRV, TYPE65280 or a number")
        }
        return type
    }

    /// Without the top bit, which is a separate field.
    private static func recordClass(_ object: JSONObjectReader) throws(WireJSONError) -> RecordClass {
        if case .text(let text)? = object.members["class"] {
            guard let recordClass = RecordClass(text), recordClass.rawValue < 0x8000 else {
                throw object.error("class", "is not a class: IN, CLASS77 or a number up to 32767")
            }
            return recordClass
        }
        return RecordClass(rawValue: try object.number("class", maximum: 0x7FFF) ?? 1)
    }
}
