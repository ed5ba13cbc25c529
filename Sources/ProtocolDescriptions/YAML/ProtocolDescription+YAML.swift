import WireCoding

extension ProtocolDescription {
    /// The description in a page of YAML, as an example of which is in ``ProtocolDescription``.
    ///
    /// - Throws: The first problem, with line and column and what would be right.
    public init(yaml: String) throws(DescriptionProblem) {
        self = try DescribedPage(yaml: yaml).description
    }

    /// The description as a page of YAML, which reads as the same description.
    public var yaml: String {
        var page = ""
        for (key, value) in entries { value.write(key: key, indentation: "", to: &page) }
        return page
    }

    /// The keys of the page with their values, those left out that have their usual value.
    var entries: [(String, PageText)] {
        var entries: [(String, PageText)] = [("nearscope", .word(Self.version)), ("name", .text(name))]
        entries.append(("over", .list(over.map { .word($0.rawValue) })))
        if !services.isEmpty { entries.append(("services", .list(services.map { .text($0) }))) }
        if !ports.isEmpty { entries.append(("ports", .list(ports.map { .word(String($0)) }))) }
        if !magic.isEmpty { entries.append(("magic", DescriptionText.hex(magic))) }
        if !header.isEmpty { entries.append(("header", .list(header.map { DescriptionText.field($0) }))) }
        if let framing { entries.append(("framing", DescriptionText.framing(framing))) }
        if let compressed { entries.append(("compressed", DescriptionText.compression(compressed))) }
        entries.append(("body", DescriptionText.body(body)))
        if message != MessageMeaning() { entries.append(("message", DescriptionText.meaning(message))) }
        if !pairs.isEmpty { entries.append(("pairs", .list(pairs.map { DescriptionText.pair($0) }))) }
        if !expect.isEmpty { entries.append(("expect", .list(expect.map { DescriptionText.expectation($0) }))) }
        return entries
    }
}

extension ProtocolExpectation {
    /// The rule as a line of `expect`.
    public var yaml: String { DescriptionText.expectation(self).line }
}
