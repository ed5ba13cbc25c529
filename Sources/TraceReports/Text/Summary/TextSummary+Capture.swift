import TraceModel
import WireText

extension TextSummary {
    /// More interfaces than this are for `--all`.
    private static let interfaceCount = 6

    /// Further comments of the file are for `--all`.
    private static let commentCount = 4

    /// Columns of a filter's expression, two lines or so.
    private static let filterWidth = 120

    /// The file, its size and time.
    func titleLines(_ capture: CaptureSummary) -> [String] {
        let duration = capture.duration.map { " over " + Quantity.duration($0) } ?? ""
        var facts = [Quantity.count(capture.packets, "packet") + duration]
        if let first = capture.firstTime { facts.append("from " + Self.shortTime(first)) }
        let name = SafeText.escaped(Self.name(of: capture)) + ":"
        return paragraph([name] + Self.list(facts), margin: 0, emphasis: style.dim)
    }

    /// What is known about how it was captured, and whether all of it could be read.
    func circumstanceLines(_ capture: CaptureSummary) -> [String] {
        var lines: [String] = []
        if let error = capture.fileError {
            lines += paragraph(SafeText.escaped(error.message), emphasis: style.yellow)
        }
        if let error = capture.metadataError {
            let sentence = "outside the packets: " + SafeText.escaped(error.message)
            lines += paragraph(sentence, emphasis: style.yellow)
        }
        if capture.dropped > 0 {
            let sentence = "\(capture.dropped) \(capture.dropped == 1 ? "packet" : "packets") dropped while capturing"
            lines += paragraph(sentence, emphasis: style.yellow)
        }
        for comment in capture.sections.flatMap(\.comments).prefix(showsAll ? .max : Self.commentCount) {
            lines += paragraph("“\(SafeText.escaped(comment))”")
        }
        if let filter = capture.filter {
            let all = Quantity.count(capture.packets + capture.filteredOut, "packet")
            let matched = capture.filteredOut > 0 ? "\(Quantity.grouped(capture.packets)) of \(all)" : "All \(all)"
            let words = SafeText.cutMiddle(SafeText.escaped(filter), width: showsAll ? .max : Self.filterWidth)
            lines += paragraph("\(matched) matched the filter “\(words)”")
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
        return lines
    }

    /// The kind of file, the share of packets that was decoded, and the names of what was not.
    func coverageLines(_ capture: CaptureSummary) -> [String] {
        let understood = capture.packets - capture.undecodedPackets - capture.malformedPackets
        let all = Quantity.count(capture.packets, "packet")
        let share = understood == capture.packets ? "all \(all)" : "\(Quantity.grouped(understood)) of \(all)"
        var text = "Decoded \(capture.packets == 1 && understood == 1 ? "the only packet" : share)"
        if capture.packets == 0 { text = "No packets" }
        let counts = { (counts: NamedCounts) in
            counts.entries.map { "\(SafeText.escaped($0.name)) \(Quantity.grouped($0.count))" }
        }
        let linkTypes = Set(capture.interfaces.map(\.linkType)).sorted()
        text += " (\((Self.kind(capture) + linkTypes).joined(separator: ", ")))"
        let protocols = showsAll ? counts(capture.protocols) : []
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
        if let secrets = capture.secrets {
            let malformed = secrets.malformedLines
            let faults = malformed > 0 ? ["\(Quantity.count(malformed, "line")) not in their format"] : []
            lines += paragraph(
                ["Key logs:"] + Self.list([Quantity.count(secrets.entries, "secret")] + faults), margin: 0)
        }
        if let memory = capture.memory {
            let sentence = "Not analyzed for want of memory (\(Quantity.bytes(memory.budget))):"
            lines += paragraph([sentence] + Self.list(counts(memory.leftOut)), margin: 0)
        }
        lines += trafficLines(capture)
        if capture.depth == .flows {
            lines.append("Only headers were read (--depth flows): no services, messages or round trips.")
        }
        return lines
    }

    /// The rate of the whole capture over time; nothing where it lasted for no more than a few bins.
    private func trafficLines(_ capture: CaptureSummary) -> [String] {
        guard !style.isASCII, let traffic = capture.traffic, traffic.bytes.count >= Self.fewestBins else { return [] }
        let columns = min(Self.sparklineWidth, width - 2)
        let rates = Sparkline.united(traffic.bytes.map { Double($0) * 8 / traffic.binWidth }, into: columns)
        guard let top = rates.max(), top > 0 else { return [] }
        let each = traffic.binWidth * Double((traffic.bytes.count + columns - 1) / columns)
        let title = "Traffic, \(Quantity.duration(each)) per character, at most \(Quantity.rate(top))"
        return paragraph(title, margin: 0) + ["  " + Sparkline.of(rates, width: columns)]
    }

    private static let (fewestBins, sparklineWidth) = (8, 60)

    /// `pcap`, `gzip`
    private static func kind(_ capture: CaptureSummary) -> [String] {
        [capture.format] + (capture.compression == "none" ? [] : [capture.compression])
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

    static func name(of capture: CaptureSummary) -> String {
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
