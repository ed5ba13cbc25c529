import TraceModel
import WireText

extension TextSummary {
    /// More interfaces than this are for `--all`.
    private static let interfaceCount = 24

    /// Further comments of the file are for `--all`.
    private static let commentCount = 4

    /// The file, its size and time, and what is known about how it was captured.
    func captureLines(_ capture: CaptureSummary) -> [String] {
        let name = Self.name(of: capture)
        let compression = capture.compression == "none" ? "" : ", " + capture.compression
        let linkTypes = Set(capture.interfaces.map(\.linkType)).sorted().joined(separator: ", ")
        var facts = [Quantity.count(capture.packets, "packet")]
        if let duration = capture.duration { facts.append("over " + Quantity.duration(duration)) }
        if let first = capture.firstTime { facts.append("from " + Self.shortTime(first)) }
        let title = SafeText.escaped(name)
        var lines = paragraph(title, margin: 0, emphasis: style.heading)
        let kind = "(\(capture.format)\(compression)\(linkTypes.isEmpty ? "" : ", " + linkTypes))"
        if lines.count == 1, SafeText.width(title) + 1 + SafeText.width(kind) <= width {
            lines[0] += " " + kind
        } else {
            lines += paragraph(kind)
        }
        lines += paragraph(Self.list(facts))
        for comment in capture.sections.flatMap(\.comments).prefix(showsAll ? .max : Self.commentCount) {
            lines += paragraph("“\(SafeText.escaped(comment))”")
        }
        if let filter = capture.filter {
            let all = Quantity.count(capture.packets + capture.filteredOut, "packet")
            let matched = capture.filteredOut > 0 ? "\(Quantity.grouped(capture.packets)) of \(all)" : "All \(all)"
            lines += paragraph("\(matched) matched the filter “\(SafeText.escaped(filter))”")
        }
        if capture.interfaces.count > 1 {
            let shown = showsAll ? capture.interfaces[...] : capture.interfaces.prefix(Self.interfaceCount)
            var names = shown.map { interface in
                (interface.name.map(SafeText.escaped) ?? "interface \(interface.id)") + " "
                    + Quantity.count(interface.packets, "packet")
            }
            let hidden = capture.interfaces.count - shown.count
            if hidden > 0 { names.append("and \(Quantity.grouped(hidden)) more") }
            lines += paragraph(Self.list(names))
        }
        // Each count is what the file says, up to the largest number there is.
        let dropped = capture.interfaces.compactMap(\.dropped).reduce(0) { sum, count in
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : total
        }
        if dropped > 0 { lines.append("  " + style.yellow("\(dropped) packets dropped while capturing")) }
        if let error = capture.fileError {
            lines += paragraph(SafeText.escaped(error.message), emphasis: style.yellow)
        }
        if let error = capture.metadataError {
            let sentence = "outside the packets: " + SafeText.escaped(error.message)
            lines += paragraph(sentence, emphasis: style.yellow)
        }
        return lines
    }

    /// The share of packets that was decoded, and the names of what was not.
    func coverageLines(_ capture: CaptureSummary) -> [String] {
        let understood = capture.packets - capture.undecodedPackets - capture.malformedPackets
        var text = "Decoded \(Quantity.grouped(understood)) of \(Quantity.count(capture.packets, "packet"))"
        let counts = { (counts: NamedCounts) in
            counts.entries.map { "\(SafeText.escaped($0.name)) \(Quantity.grouped($0.count))" }
        }
        let protocols = counts(capture.protocols)
        if !protocols.isEmpty { text += ":" }
        var lines = paragraph([text] + Self.list(protocols), margin: 0)
        if !capture.undecoded.entries.isEmpty {
            lines += paragraph(["Not understood:"] + Self.list(counts(capture.undecoded)), margin: 0)
        }
        if capture.malformedPackets > 0 {
            lines.append("Malformed: \(Quantity.count(capture.malformedPackets, "packet"))")
        }
        if capture.truncatedPackets > 0 {
            lines.append("Truncated: \(Quantity.count(capture.truncatedPackets, "packet"))")
        }
        if let checksums = capture.checksums {
            lines += paragraph(["Checksums:"] + Self.list(Self.facts(checksums)), margin: 0)
        }
        if let memory = capture.memory {
            let sentence = "Not analyzed for want of memory (\(Quantity.bytes(memory.budget))):"
            lines += paragraph([sentence] + Self.list(counts(memory.leftOut)), margin: 0)
        }
        if capture.depth == .flows {
            lines.append("Only headers were read (--depth flows): no services, messages or round trips.")
        }
        return lines
    }

    /// `TCP, UDP and ICMP 10 valid`, …
    private static func facts(_ checksums: CaptureSummary.Checksums) -> [String] {
        [("IPv4 headers", checksums.ipv4Header), ("TCP, UDP, ICMP", checksums.transport)].map { name, counts in
            let parts = [
                (counts.valid, "valid"), (counts.invalid, "wrong"), (counts.offloaded, "left to the network card"),
                (counts.unverifiable, "not verifiable"),
            ].filter { $0.0 > 0 }.map { "\(Quantity.grouped($0.0)) \($0.1)" }
            return "\(name): " + (parts.isEmpty ? "none" : parts.joined(separator: ", "))
        }
    }

    /// If there are more files than this, the first, the last and their number are shown.
    private static let fileCount = 3

    private static func name(of capture: CaptureSummary) -> String {
        guard capture.files.count > 1, let first = capture.files.first, let last = capture.files.last else {
            return capture.path == "-" ? "standard input" : fileName(capture.path)
        }
        guard capture.files.count > fileCount else {
            return capture.files.map { fileName($0.path) }.joined(separator: ", ")
        }
        return "\(fileName(first.path)) … \(fileName(last.path)), \(Quantity.count(capture.files.count, "file"))"
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// `2025-11-06 08:48:51 UTC`
    private static func shortTime(_ time: String) -> String {
        time.prefix(19).split(separator: "T").joined(separator: " ") + " UTC"
    }
}
