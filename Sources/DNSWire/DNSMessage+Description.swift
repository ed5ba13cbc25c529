extension RecordData: CustomStringConvertible {
    /// ``presentation``, in one line without control characters.
    public var description: String { presentation }
}

extension ResourceRecord: CustomStringConvertible {
    /// One line as in a zone file (RFC 1035 §5.1), escaped: `Kitchen.local. 120 IN cache-flush A 10.77.0.11`. For an OPT
    /// record, whose fields mean something else: `. OPT version 0, payload 1440`.
    public var description: String {
        let text = data.presentation
        let end = text.isEmpty ? "" : " \(text)"
        guard let size = udpPayloadSize, let version = extensionVersion else {
            return "\(name) \(ttl) \(recordClass)\(cacheFlush ? " cache-flush" : "") \(type)\(end)"
        }
        return "\(name) OPT version \(version), payload \(size)\(acceptsSignatures == true ? " DO" : "")\(end)"
    }
}

extension Question: CustomStringConvertible {
    /// One line, escaped: `_http._tcp.local. IN PTR`, with `QU` at the end if a unicast response is wanted.
    public var description: String { "\(name) \(recordClass) \(type)\(wantsUnicastResponse ? " QU" : "")" }
}

extension DNSMessage: CustomStringConvertible {
    /// One line, escaped, with the sections that are not empty: `query, questions: [_http._tcp.local. IN PTR]`.
    public var description: String {
        var parts = [flags.isResponse ? "response" : "query"]
        if identifier != 0 { parts.append("identifier \(identifier)") }
        if flags.opcode != .query { parts.append("\(flags.opcode)") }
        if responseCode != .noError { parts.append("\(responseCode)") }
        if flags.isTruncated { parts.append("truncated") }
        if !questions.isEmpty { parts.append("questions: \(questions)") }
        for (title, section) in [
            ("answers", answers), ("authorities", authorities), ("additionals", additionals),
        ] where !section.isEmpty {
            parts.append("\(title): \(section)")
        }
        return parts.joined(separator: ", ")
    }
}
