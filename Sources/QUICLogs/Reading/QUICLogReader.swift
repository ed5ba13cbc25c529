import WireCoding

/// Reads the logs that endpoints write.
///
///     let file = try QUICLogReader.read(bytes)
///     for log in file.logs { print(log.vantagePoint, log.events.count) }
///
/// It accepts one JSON object with traces, with events as objects or, as drafts up to 01 had them, as arrays; JSON text
/// sequences (RFC 7464); and one object a line without the record separator. The versions are those from draft-01 to
/// those with a `file_schema`. Writers differ in names, in capitals, and in whether a number is a string: all that is
/// known of them is understood, and what is not stays as JSON.
public enum QUICLogReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - unit: The unit of its times, if the file is wrong about it or silent.
    ///   - limits: What is accepted at most.
    /// - Returns: All traces. Records and events that cannot be read are counted; a file that ends too early has the
    ///   events before its end.
    /// - Throws: An error for a file that is not a log, or whose first object cannot be read.
    public static func read(
        _ bytes: [UInt8], unit: QUICLogTimeUnit? = nil, limits: QUICLogLimits = QUICLogLimits()
    ) throws(QUICLogError) -> QUICLogFile {
        guard bytes.count <= limits.maximumSize else { throw QUICLogError(.tooLarge, offset: limits.maximumSize) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var reader = QUICLogFileReader(scanner: QUICLogScanner(bytes, at: hasMark ? 3 : 0), unit: unit, limits: limits)
        try reader.read()
        return reader.file
    }
}

/// The state of reading a file.
struct QUICLogFileReader {
    static let recordSeparator: UInt8 = 0x1E

    var scanner: QUICLogScanner
    /// The unit that overrides that of the file.
    let unit: QUICLogTimeUnit?
    let limits: QUICLogLimits
    var file = QUICLogFile()
    private(set) var eventCount = 0

    init(scanner: QUICLogScanner, unit: QUICLogTimeUnit?, limits: QUICLogLimits) {
        self.scanner = scanner
        self.unit = unit
        self.limits = limits
    }

    mutating func read() throws(QUICLogError) {
        let hasSeparators = skipToRecord()
        let start = scanner.position
        guard let first = scanner.next() else { throw scanner.error(.notALog, at: start) }
        guard first == UInt8(ascii: "{") else { throw scanner.error(.notALog) }
        let outline = try outline()
        file.others = outline.members.filter { !Self.fileMembers.contains($0.name) }
        if outline.traces.isEmpty, let trace = outline.members.first(where: { $0.name == "trace" })?.value.members {
            readRecords(trace, of: outline, hasSeparators: hasSeparators)
            return
        }
        guard outline.isLog else { throw scanner.error(.notALog, at: start) }
        for trace in outline.traces { readTrace(trace, of: outline) }
        if let error = outline.error { file.note(error) }
    }

    /// The members of the outermost object that have a property.
    private static let fileMembers: Set<String> = [
        "qlog_version", "qlog_format", "file_schema", "serialization_format", "title", "description", "trace", "traces",
    ]

    /// Counts an event that is about to be kept.
    ///
    /// - Returns: False if there are too many.
    mutating func countEvent(at offset: Int) -> Bool {
        guard eventCount < limits.maximumEvents else {
            file.note(QUICLogError(.tooManyEvents, offset: offset))
            return false
        }
        eventCount += 1
        return true
    }

    // MARK: - Records

    /// Moves over white space and record separators.
    ///
    /// - Returns: Whether there was a separator.
    @discardableResult
    private mutating func skipToRecord() -> Bool {
        var hasSeparator = false
        while scanner.next() == Self.recordSeparator {
            scanner.position += 1
            hasSeparator = true
        }
        return hasSeparator
    }

    private mutating func readRecords(
        _ trace: [QUICLogMember], of outline: QUICLogOutline, hasSeparators: Bool
    ) {
        if let error = outline.error { file.note(error) }
        let format: QUICLogSource.Format = hasSeparators ? .jsonSequence : .jsonLines
        var header = QUICLogTraceHeader(trace, file: outline.members, format: format, unit: unit)
        // The end of a record that is broken off is where the next begins.
        let boundary = hasSeparators ? Self.recordSeparator : 0x0A
        while true {
            skipToRecord()
            let start = scanner.position
            guard scanner.next() != nil else { break }
            do throws(QUICLogError) {
                let event = try scanner.value()
                if let next = scanner.next(), hasSeparators, next != Self.recordSeparator {
                    throw scanner.error(.unexpectedByte)
                }
                guard countEvent(at: start) else { break }
                if !header.add(event) { file.note(QUICLogError(.invalidEvent, offset: start)) }
            } catch {
                file.note(error)
                skip(from: start, to: error.offset, boundary: boundary)
            }
        }
        file.logs.append(header.finish())
    }

    /// Moves to where the next record may begin: the line or the separator that the error is in or, if the record
    /// begins there, the next one.
    private mutating func skip(from start: Int, to error: Int, boundary: UInt8) {
        let text = scanner.text
        if let line = text[start..<min(error, text.count)].lastIndex(of: boundary) {
            scanner.position = line
        } else {
            scanner.position = text[min(error, text.count)...].firstIndex(of: boundary) ?? text.count
        }
    }
}
