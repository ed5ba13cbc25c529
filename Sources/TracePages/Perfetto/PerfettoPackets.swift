import TraceModel

/// Writes the packets of a Perfetto trace, and numbers its tracks in the order in which they are made. Fields are in the order of
/// their numbers, as libraries of Protocol Buffers write them.
struct PerfettoPackets {
    private(set) var writer = ProtobufWriter()
    private var tracks: UInt64 = 0
    /// Makes nanoseconds since 1970 by the clock of the capture that is written those by the clock of the trace, and keeps their
    /// order; nil where both are one.
    var correction: ((Int64) -> Int64)?

    /// Unicode scalars of a text: what captures call things may have any length, and no view shows more.
    static let maximumText = 1024

    /// Bytes that are written at once.
    private static let chunk = 1 << 16

    /// All packets are of one sequence, for which names of notes are known.
    private static let sequence: UInt64 = 1

    /// `TracePacket.SequenceFlags`
    private enum SequenceFlags: UInt64 {
        case incrementalStateCleared = 1
        case needsIncrementalState = 2
    }

    /// `BuiltinClock` of `common/builtin_clock.proto`
    private enum Clock: UInt64, CaseIterable {
        case realTime = 1
        case bootTime = 6
    }

    /// `TrackEvent.Type`
    enum EventType: UInt64 {
        case sliceBegin = 1
        case sliceEnd = 2
        case instant = 3
        case counter = 4
    }

    /// What else there is to say of a track.
    struct TrackOptions {
        /// Whether it is one track to look at with those of the same name beside it. Perfetto unites tracks of equal names unless it
        /// is told otherwise.
        var isMerged = false
        var order: ChildOrder?
        /// The place among those below the same track, if that orders them by ranks.
        var rank: Int?
        var unit: CounterUnit?

        /// `TrackDescriptor.ChildTracksOrdering`
        enum ChildOrder: UInt64 {
            case chronological = 2
            case explicit = 3
        }

        enum CounterUnit {
            case nanoseconds
            case named(StaticString)
        }
    }

    /// Hands over what was written, and forgets it.
    ///
    /// - Parameter ifMany: Whether to wait until there is a chunk of it.
    mutating func handOver(to write: ([UInt8]) throws -> Void, ifMany: Bool = false) throws {
        guard writer.bytes.count >= (ifMany ? Self.chunk : 1) else { return }
        try write(writer.bytes)
        writer.removeAll()
    }

    /// Writes what must come first: the names of notes.
    mutating func begin() {
        writer.message(PerfettoField.Trace.packet) { packet in
            packet.unsigned(Self.sequence, PerfettoField.TracePacket.trustedPacketSequenceID)
            packet.message(PerfettoField.TracePacket.internedData) { data in
                for name in PerfettoNote.Name.allCases {
                    data.message(PerfettoField.InternedData.debugAnnotationNames) { entry in
                        entry.unsigned(name.rawValue, PerfettoField.DebugAnnotationName.id)
                        entry.text("\(name)", PerfettoField.DebugAnnotationName.name)
                    }
                }
            }
            packet.unsigned(
                SequenceFlags.incrementalStateCleared.rawValue, PerfettoField.TracePacket.sequenceFlags)
        }
    }

    /// Writes that the default clock counts from 1970, so that times are shown as those of the day.
    ///
    /// - Parameter time: Nanoseconds since 1970, of any moment in the trace.
    mutating func synchronizeClocks(at time: UInt64) {
        writer.message(PerfettoField.Trace.packet) { packet in
            packet.message(PerfettoField.TracePacket.clockSnapshot) { snapshot in
                for clock in Clock.allCases {
                    snapshot.message(PerfettoField.ClockSnapshot.clocks) { reading in
                        reading.unsigned(clock.rawValue, PerfettoField.ClockSnapshot.Clock.clockID)
                        reading.unsigned(time, PerfettoField.ClockSnapshot.Clock.timestamp)
                    }
                }
                // The one that packets have if they name none.
                snapshot.unsigned(Clock.bootTime.rawValue, PerfettoField.ClockSnapshot.primaryTraceClock)
            }
            packet.unsigned(Self.sequence, PerfettoField.TracePacket.trustedPacketSequenceID)
        }
    }

    /// Writes a track.
    ///
    /// - Returns: Its number, by which events name it; never 0, which is Perfetto's own track.
    mutating func track(_ name: String, below parent: UInt64? = nil, _ options: TrackOptions = .init()) -> UInt64 {
        typealias Field = PerfettoField.TrackDescriptor
        tracks += 1
        let uuid = tracks
        writer.message(PerfettoField.Trace.packet) { packet in
            packet.unsigned(Self.sequence, PerfettoField.TracePacket.trustedPacketSequenceID)
            packet.message(PerfettoField.TracePacket.trackDescriptor) { track in
                track.unsigned(uuid, Field.uuid)
                track.text(Self.cut(name), Field.name)
                if let parent { track.unsigned(parent, Field.parentUUID) }
                if let unit = options.unit { track.message(Field.counter) { Self.write(unit, to: &$0) } }
                if let order = options.order { track.unsigned(order.rawValue, Field.childOrdering) }
                if let rank = options.rank { track.signed(Int64(rank), Field.siblingOrderRank) }
                // `SiblingMergeBehavior`: 1 by the name, 2 never.
                track.unsigned(options.isMerged ? 1 : 2, Field.siblingMergeBehavior)
            }
        }
        return uuid
    }

    private static func write(_ unit: TrackOptions.CounterUnit, to counter: inout ProtobufWriter) {
        switch unit {
        // `CounterDescriptor.Unit.UNIT_TIME_NS`
        case .nanoseconds: counter.unsigned(1, PerfettoField.CounterDescriptor.unit)
        case .named(let name): counter.text(name.description, PerfettoField.CounterDescriptor.unitName)
        }
    }

    /// Writes an event that has a name: the beginning of a slice, or an instant.
    ///
    /// - Parameters:
    ///   - notes: Those that are nil are left out.
    ///   - flows: The numbers of arrows that begin here, or go through.
    ///   - endOfFlow: The number of an arrow that ends here.
    mutating func event(
        _ type: EventType, _ name: String, on track: UInt64, at time: UInt64, _ notes: [PerfettoNote?] = [],
        flows: [UInt64] = [], endOfFlow: UInt64? = nil
    ) {
        typealias Field = PerfettoField.TrackEvent
        event(type, on: track, at: time, notes) { event in
            event.text(Self.cut(name), Field.name)
            for flow in flows { event.fixed(flow, Field.flowIDs) }
            if let endOfFlow { event.fixed(endOfFlow, Field.terminatingFlowIDs) }
        }
    }

    /// Writes the end of the slice that began last on a track.
    mutating func end(on track: UInt64, at time: UInt64) { event(.sliceEnd, on: track, at: time) { _ in } }

    /// Writes what a counter counts from this time on.
    mutating func count(_ value: Int64, on track: UInt64, at time: UInt64) {
        event(.counter, on: track, at: time) { $0.signed(value, PerfettoField.TrackEvent.counterValue) }
    }

    /// Writes what a counter counts from this time on.
    mutating func count(_ value: Double, on track: UInt64, at time: UInt64) {
        event(.counter, on: track, at: time) { $0.double(value, PerfettoField.TrackEvent.doubleCounterValue) }
    }

    private mutating func event(
        _ type: EventType, on track: UInt64, at time: UInt64, _ notes: [PerfettoNote?] = [],
        _ content: (inout ProtobufWriter) -> Void
    ) {
        let time = corrected(time)
        writer.message(PerfettoField.Trace.packet) { packet in
            packet.unsigned(time, PerfettoField.TracePacket.timestamp)
            packet.unsigned(Self.sequence, PerfettoField.TracePacket.trustedPacketSequenceID)
            packet.message(PerfettoField.TracePacket.trackEvent) { event in
                for case let note? in notes { Self.write(note, to: &event) }
                event.unsigned(type.rawValue, PerfettoField.TrackEvent.type)
                event.unsigned(track, PerfettoField.TrackEvent.trackUUID)
                content(&event)
            }
            packet.unsigned(SequenceFlags.needsIncrementalState.rawValue, PerfettoField.TracePacket.sequenceFlags)
        }
    }

    private func corrected(_ time: UInt64) -> UInt64 {
        // A trace has no negative times.
        correction.map { UInt64(max(0, $0(Int64(clamping: time)))) } ?? time
    }

    private static func write(_ note: PerfettoNote, to event: inout ProtobufWriter) {
        typealias Field = PerfettoField.DebugAnnotation
        event.message(PerfettoField.TrackEvent.debugAnnotations) { annotation in
            annotation.unsigned(note.name.rawValue, Field.nameID)
            switch note.value {
            case .number(let number): annotation.signed(Int64(number), Field.intValue)
            case .real(let number): annotation.double(number, Field.doubleValue)
            case .text(let text): annotation.text(cut(text), Field.stringValue)
            case .numbers(let numbers):
                for number in numbers {
                    annotation.message(Field.arrayValues) { $0.signed(Int64(number), Field.intValue) }
                }
            }
        }
    }

    private static func cut(_ text: String) -> String {
        // As many bytes are no more scalars, which is seen without counting.
        text.utf8.count <= maximumText ? text : Excerpt.cut(text, length: maximumText)
    }
}
