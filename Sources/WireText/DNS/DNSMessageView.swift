import DNSWire
import PacketDissection
import WireCoding

/// A DNS message with the bytes that it was read from, as `nearscope decode dns` prints it.
public struct DNSMessageView: Sendable {
    /// The bytes as they were given, including those after an error.
    public let bytes: [UInt8]
    /// As much of it as there is.
    public let message: DNSMessage
    /// The first fault in the structure, nil where the message is whole.
    public let error: WireError?

    /// Reads a message without its transport's framing. It never fails: see ``error``.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (message, error) = DNSMessage.parsePrefix(bytes.span)
    }

    private var records: [ResourceRecord] { message.answers + message.authorities + message.additionals }

    /// Whether the structure is whole and no record's data malformed.
    public var isWellFormed: Bool {
        error == nil && records.allSatisfy { $0.data.fault == nil }
    }

    /// The error, and below it the bytes around it.
    private func complaint(_ error: WireError) -> String {
        "\(error)\n    \(HexExcerpt.text(bytes, at: error.offset))"
    }
}

extension DNSMessageView {
    /// One object for each message, with the fields of ``DNSMessageJSON`` and, if the structure is broken, an `error`
    /// with the offset, the sentence and the bytes around it. ``DNSMessageJSON`` reads it.
    ///
    /// - Parameters:
    ///   - views: The messages in order.
    ///   - asArray: Whether the objects are in an array, however many there are; otherwise one follows another.
    ///   - pretty: Whether it is indented, or on one line.
    public static func json(_ views: [DNSMessageView], asArray: Bool, pretty: Bool = true) -> [UInt8] {
        var text = JSONText(pretty: pretty)
        let objects = views.map { FieldValue.object($0.message.fieldValues.with($0.error, in: $0.bytes)) }
        for value in asArray ? [.list(objects)] : objects {
            text.value(value)
            text.endLine()
        }
        return text.bytes
    }
}

extension DNSMessageView {
    /// Several lines for people: the header, then each section, records as zone files have them (RFC 1035 §5.1), with
    /// what is wrong beneath.
    public var text: String {
        var lines = [header]
        if !message.questions.isEmpty { lines += ["questions"] + message.questions.map(Self.line) }
        for (title, section) in [
            ("answers", message.answers), ("authorities", message.authorities), ("additionals", message.additionals),
        ] where !section.isEmpty {
            lines.append(title)
            for record in section {
                lines.append(Self.line(record))
                guard let fault = record.data.fault else { continue }
                if case .text(let rdata) = record.data {
                    lines.append(
                        "    malformed: in the data, \(fault)\n    \(HexExcerpt.text(rdata, at: fault.offset))")
                } else {
                    lines.append("    malformed: \(complaint(fault))")
                }
            }
        }
        if let error { lines.append("malformed: \(complaint(error))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var header: String {
        let flags = message.flags
        let names = [
            (flags.isAuthoritative, "AA"), (flags.isTruncated, "TC"), (flags.isRecursionDesired, "RD"),
            (flags.isRecursionAvailable, "RA"), (flags.isAuthenticData, "AD"), (flags.isCheckingDisabled, "CD"),
        ].filter(\.0).map(\.1)
        var parts = [flags.isResponse ? "response" : "query", "\(bytes.count) bytes"]
        parts.append("identifier \(message.identifier)")
        if flags.opcode != .query { parts.append("\(flags.opcode)") }
        if !names.isEmpty { parts.append(names.joined(separator: " ")) }
        if flags.isResponse || message.responseCode != .noError { parts.append("\(message.responseCode)") }
        return parts.joined(separator: ", ")
    }

    private static func line(_ question: Question) -> String {
        let unicast = question.wantsUnicastResponse ? "  unicast response wanted" : ""
        let name = SafeText.escaped(question.name.presentation)
        return "  \(name)  \(question.recordClass) \(question.type)\(unicast)"
    }

    /// Data in the form of zone files, except for options: these have no such form, and the owner option is explained
    /// in words.
    private static func text(of data: RecordData) -> String {
        guard case .options(let options) = data else { return data.presentation }
        return options.map { option in
            option.owner.map(words) ?? RecordData.options([option]).presentation
        }.joined(separator: "; ")
    }

    private static func words(_ owner: OwnerOption) -> String {
        var parts = ["owner \(owner.primaryAddress)", "sequence \(owner.sequence)"]
        if owner.version != 0 { parts.append("version \(owner.version)") }
        if let address = owner.wakeupAddress { parts.append("woken up at \(address)") }
        if !owner.password.isEmpty { parts.append("password \(Hex.encode(owner.password))") }
        return parts.joined(separator: ", ")
    }

    private static func line(_ record: ResourceRecord) -> String {
        let name = SafeText.escaped(record.name.presentation)
        let data = SafeText.escaped(text(of: record.data))
        guard let size = record.udpPayloadSize, let version = record.extensionVersion else {
            let flush = record.cacheFlush ? " cache-flush" : ""
            return "  \(name)  \(record.ttl) \(record.recordClass)\(flush) \(record.type)  \(data)"
        }
        let signatures = record.acceptsSignatures == true ? " DO" : ""
        return "  \(name)  OPT  version \(version), payload \(size)\(signatures)" + (data.isEmpty ? "" : "  \(data)")
    }
}
