/// The outermost object of a file: its members, and where the traces are.
struct QUICLogOutline {
    /// A trace without its events, which are read once all about them is known: members come in any order.
    struct Trace {
        var members: [QUICLogMember] = []
        /// The offset of the array of events.
        var events: Int?
        var offset: Int
    }

    var members: [QUICLogMember] = []
    var traces: [Trace] = []
    /// Whether there is an array of traces, which may be empty.
    var hasTraces = false
    /// What stopped reading; the file is not whole, or not JSON to its end.
    var error: QUICLogError?

    /// Whether it says that it is a log, or has traces.
    var isLog: Bool {
        hasTraces || members.contains { ["qlog_version", "qlog_format", "file_schema"].contains($0.name) }
    }
}

extension QUICLogFileReader {
    /// Reads the outermost object, moving over events.
    ///
    /// - Throws: What stopped reading before there was a trace.
    mutating func outline() throws(QUICLogError) -> QUICLogOutline {
        var outline = QUICLogOutline()
        do throws(QUICLogError) {
            try scanner.expect("{")
            var isFirst = true
            while try scanner.continues(before: "}", isFirst: isFirst) {
                isFirst = false
                let name = try scanner.name()
                guard name == "traces", scanner.next() == UInt8(ascii: "[") else {
                    outline.members.append(QUICLogMember(name, try scanner.value(depth: 1)))
                    continue
                }
                scanner.position += 1
                outline.hasTraces = true
                try traces(into: &outline.traces)
            }
            let isSequence = outline.traces.isEmpty && outline.members.contains { $0.name == "trace" }
            if !isSequence, scanner.next() != nil { throw scanner.error(.unexpectedByte) }
        } catch {
            guard !outline.traces.isEmpty else { throw error }
            outline.error = error
        }
        return outline
    }

    private mutating func traces(into traces: inout [QUICLogOutline.Trace]) throws(QUICLogError) {
        var isFirst = true
        while try scanner.continues(before: "]", isFirst: isFirst) {
            isFirst = false
            let offset = scanner.position
            guard scanner.next() == UInt8(ascii: "{") else {
                _ = try scanner.value(depth: 2)
                file.note(scanner.error(.missingTrace, at: offset))
                continue
            }
            traces.append(QUICLogOutline.Trace(offset: offset))
            try trace(into: &traces[traces.count - 1])
        }
    }

    private mutating func trace(into trace: inout QUICLogOutline.Trace) throws(QUICLogError) {
        try scanner.expect("{")
        var isFirst = true
        while try scanner.continues(before: "}", isFirst: isFirst) {
            isFirst = false
            let name = try scanner.name()
            guard name == "events", trace.events == nil, scanner.next() == UInt8(ascii: "[") else {
                trace.members.append(QUICLogMember(name, try scanner.value(depth: 3)))
                continue
            }
            scanner.position += 1
            trace.events = scanner.position
            var hasNone = true
            while try scanner.continues(before: "]", isFirst: hasNone) {
                hasNone = false
                try scanner.skip(depth: 4)
            }
        }
    }

    /// Reads a trace and its events.
    mutating func readTrace(_ trace: QUICLogOutline.Trace, of outline: QUICLogOutline) {
        if trace.events == nil, trace.members.contains(where: { $0.name == "error_description" }) {
            file.note(QUICLogError(.missingTrace, offset: trace.offset))
            return
        }
        var header = QUICLogTraceHeader(trace.members, file: outline.members, format: .json, unit: unit)
        if let events = trace.events { readEvents(at: events, into: &header) }
        file.logs.append(header.finish())
    }

    private mutating func readEvents(at offset: Int, into header: inout QUICLogTraceHeader) {
        scanner.position = offset
        var isFirst = true
        while (try? scanner.continues(before: "]", isFirst: isFirst)) == true {
            isFirst = false
            let start = scanner.position
            do throws(QUICLogError) {
                let event = try scanner.value(depth: 4)
                // Writers end their array with an empty element for want of knowing which event is the last.
                if event == .object([]) || event == .array([]) { continue }
                guard countEvent(at: start) else { return }
                if !header.add(event) { file.note(QUICLogError(.invalidEvent, offset: start)) }
            } catch {
                // Where the event can be moved over, only a string of it is at fault; else the outline has the error.
                scanner.position = start
                guard (try? scanner.skip(depth: 4)) != nil else { return }
                file.note(error)
            }
        }
    }
}
