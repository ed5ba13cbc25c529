import WireCoding

/// A trace while its events are read: what is common to them, and how their times are counted.
struct QUICLogTraceHeader {
    private(set) var log: QUICLog
    private(set) var clock: QUICLogEventClock
    /// The category where events have only a type.
    private var category: String?

    /// - Parameters:
    ///   - trace: Its members without the events.
    ///   - file: The members of the outermost object.
    ///   - unit: The unit of times that overrides that of the trace.
    init(_ trace: [QUICLogMember], file: [QUICLogMember], format: QUICLogSource.Format, unit: QUICLogTimeUnit?) {
        var rest = trace
        var configuration = rest.take("configuration") { $0.members } ?? []
        var common = rest.take("common_fields") { $0.members } ?? []
        let vantagePoint = rest.take("vantage_point") { $0.members } ?? []
        let fields = rest.take("event_fields") { QUICLogCodec<[String]>.list(of: .text).decode($0, .milliseconds) }
        let top = QUICLogJSON.object(file)

        let declared = configuration.take("time_units", "time_unit") {
            $0.string.flatMap(QUICLogTimeUnit.init(rawValue:))
        }
        let times = unit ?? declared ?? .milliseconds
        let offset = configuration.take("time_offset") { QUICLogCodec<Int64>.duration.decode($0, times) } ?? 0
        let columns = (fields ?? []).map { $0.lowercased() }
        let name = common.take("time_format") { $0.string }
        let reference = QUICLogReference(&common, unit: times)
        let counted = Self.format(name, columns: columns, reference: reference)
        clock = QUICLogEventClock(format: counted, unit: times, offset: offset, reference: reference)
        // A further one of what decides how the trace is read would be taken for it in what is written of the trace.
        rest.drop("configuration", "common_fields", "vantage_point", "event_fields", "events")
        configuration.drop("time_units", "time_unit", "time_offset")
        common.drop("time_format", "reference_time")
        category = common.first { $0.name == "category" }?.value.string

        log = QUICLog(
            title: rest.take("title") { $0.string } ?? top["title"]?.string,
            description: rest.take("description") { $0.string } ?? top["description"]?.string,
            vantagePoint: QUICLogVantagePoint(vantagePoint, unit: times),
            originalDestinationConnectionID: common.take("ODCID", "odcid") {
                QUICLogCodec<[UInt8]>.bytes.decode($0, times)
            },
            protocolTypes: common.take("protocol_type", "protocol_types", decode: Self.protocols) ?? [],
            group: common.take("group_id") { $0 }, commonFields: common, configuration: configuration, others: rest,
            source: QUICLogSource(
                version: (top["qlog_version"] ?? top["file_schema"])?.string ?? "", format: format, timeFormat: counted,
                timeUnit: declared ?? .milliseconds, eventFields: fields ?? []))
    }

    private static func protocols(_ json: QUICLogJSON) -> [String]? {
        json.string.map { [$0] } ?? QUICLogCodec<[String]>.list(of: .text).decode(json, .milliseconds)
    }

    /// How times are counted: by the name that the trace gives, by the column, or as the drafts presume.
    private static func format(_ name: String?, columns: [String], reference: QUICLogReference) -> QUICLogTimeFormat {
        switch name {
        case "relative": return .relative
        case "delta", "relative_to_previous_event": return .delta
        case "absolute", "relative_to_epoch": return .absolute
        default: break
        }
        if columns.contains("relative_time") { return .relative }
        if columns.contains("delta_time") { return .delta }
        return reference.time == nil ? .absolute : .relative
    }

    // MARK: - Events

    /// Adds an event.
    ///
    /// - Returns: False if it has no name or no usable time.
    mutating func add(_ event: QUICLogJSON) -> Bool {
        guard var members = members(of: event),
            let time = members.take("time", "relative_time", "delta_time", decode: { $0.digits }),
            let name = takeName(from: &members), let moment = clock.time(time)
        else { return false }
        let data = members.take("data") { $0 } ?? .object([])
        members.drop("time", "name", "data")
        let content = QUICLogEvent.Content(name: name, data: data, unit: clock.unit)
        log.events.append(QUICLogEvent(time: moment, content, others: members))
        return true
    }

    private func members(of event: QUICLogJSON) -> [QUICLogMember]? {
        guard let elements = event.elements else { return event.members }
        let columns = log.source.eventFields
        guard !columns.isEmpty, elements.count <= columns.count else { return nil }
        return zip(columns, elements).map { QUICLogMember(QUICLogEscape.escape($0.lowercased()), $1) }
    }

    private func takeName(from members: inout [QUICLogMember]) -> String? {
        guard let name = members.take("name", "event", "event_type", "type", decode: { $0.string }) else { return nil }
        guard !name.contains(":") else { return name }
        let category = members.take("category") { $0.string } ?? category
        return category.map { "\($0):\(name)" } ?? name
    }

    /// The log, once all events are in it.
    consuming func finish() -> QUICLog {
        log.referenceTime = clock.referenceTime
        return log
    }
}

extension [QUICLogMember] {
    /// Takes out the first member with one of the names whose value can be decoded.
    mutating func take<Value>(_ names: String..., decode: (QUICLogJSON) -> Value?) -> Value? {
        for name in names {
            for index in indices where self[index].name == name {
                guard let value = decode(self[index].value) else { continue }
                remove(at: index)
                return value
            }
        }
        return nil
    }

    /// Removes all members with these names.
    fileprivate mutating func drop(_ names: String...) { removeAll { names.contains($0.name) } }
}
