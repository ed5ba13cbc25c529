/// Writes logs as qlog 0.3 in JSON text sequences (RFC 7464), which qvis reads: the suffix of such files is `.sqlog`.
///
///     var file = QUICLogWriter.header(of: log)
///     for event in log.events { file += QUICLogWriter.record(of: event) }
///
/// The bytes depend on the values alone. Each record is one line: control characters in texts are escaped.
public enum QUICLogWriter {
    /// The whole file: the header and a record for each event.
    public static func serialize(_ log: QUICLog) -> [UInt8] {
        var file = header(of: log)
        for event in log.events { append(event, to: &file) }
        return file
    }

    /// The first record: all of a log but its events.
    ///
    /// Times are relative and in milliseconds, whatever the log's ``QUICLog/source`` had.
    public static func header(of log: QUICLog) -> [UInt8] {
        // qvis looks for the version and the format in the first 1,024 characters.
        var members = [
            QUICLogMember("qlog_version", .escaped("0.3")), QUICLogMember("qlog_format", .escaped("JSON-SEQ")),
        ]
        members.append(QUICLogMember("trace", .object(trace(log))))
        var bytes: [UInt8] = []
        append(members, to: &bytes)
        return bytes
    }

    /// The record of an event.
    public static func record(of event: QUICLogEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        append(event, to: &bytes)
        return bytes
    }

    /// Appends the record of an event.
    public static func append(_ event: QUICLogEvent, to file: inout [UInt8]) {
        let time = QUICLogCodec<Int64>.duration.encode(event.time)
        let name: QUICLogJSON
        if case .unknown(let unknown, _) = event.content { name = .text(unknown) } else { name = .escaped(event.name) }
        append(
            [QUICLogMember("time", time), QUICLogMember("name", name), QUICLogMember("data", event.content.data)]
                + event.others,
            to: &file)
    }

    /// RFC 7464 §2.2: the record separator, the text, and a line feed.
    private static func append(_ members: [QUICLogMember], to file: inout [UInt8]) {
        file.append(0x1E)
        QUICLogJSON.write(members, to: &file)
        file.append(0x0A)
    }

    private static func trace(_ log: QUICLog) -> [QUICLogMember] {
        var members: [QUICLogMember] = []
        if let title = log.title { members.append(QUICLogMember("title", .text(title))) }
        if let description = log.description { members.append(QUICLogMember("description", .text(description))) }
        members.append(QUICLogMember("vantage_point", .object(log.vantagePoint.members)))
        if !log.configuration.isEmpty { members.append(QUICLogMember("configuration", .object(log.configuration))) }
        members.append(QUICLogMember("common_fields", .object(commonFields(log))))
        return members + log.others
    }

    private static func commonFields(_ log: QUICLog) -> [QUICLogMember] {
        var members = [QUICLogMember("time_format", .escaped("relative"))]
        if let reference = log.referenceTime {
            members.append(QUICLogMember("reference_time", QUICLogCodec<Int64>.duration.encode(reference)))
        }
        if let id = log.originalDestinationConnectionID {
            members.append(QUICLogMember("ODCID", QUICLogCodec<[UInt8]>.bytes.encode(id)))
        }
        members.append(QUICLogMember("protocol_type", .array(log.protocolTypes.map { .text($0) })))
        if let group = log.group { members.append(QUICLogMember("group_id", group)) }
        return members + log.commonFields
    }
}
