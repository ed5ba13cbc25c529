/// The numbers of the fields of a Perfetto trace that ``PerfettoPackets`` writes, by message. Above each message is the file that
/// defines it, below `protos/perfetto` in Perfetto's sources.
enum PerfettoField {
    /// `trace/trace.proto`
    enum Trace {
        static let packet = 1
    }

    /// `trace/trace_packet.proto`
    enum TracePacket {
        static let clockSnapshot = 6
        static let timestamp = 8
        static let trustedPacketSequenceID = 10
        static let trackEvent = 11
        static let internedData = 12
        static let sequenceFlags = 13
        static let trackDescriptor = 60
    }

    /// `trace/clock_snapshot.proto`
    enum ClockSnapshot {
        static let clocks = 1
        static let primaryTraceClock = 2

        /// `ClockSnapshot.Clock`
        enum Clock {
            static let clockID = 1
            static let timestamp = 2
        }
    }

    /// `trace/interned_data/interned_data.proto`
    enum InternedData {
        static let debugAnnotationNames = 3
    }

    /// `trace/track_event/debug_annotation.proto`
    enum DebugAnnotationName {
        static let id = 1
        static let name = 2
    }

    /// `trace/track_event/debug_annotation.proto`
    enum DebugAnnotation {
        static let nameID = 1
        static let intValue = 4
        static let doubleValue = 5
        static let stringValue = 6
        static let arrayValues = 12
    }

    /// `trace/track_event/track_descriptor.proto`
    enum TrackDescriptor {
        static let uuid = 1
        static let name = 2
        static let parentUUID = 5
        static let counter = 8
        static let childOrdering = 11
        static let siblingOrderRank = 12
        static let siblingMergeBehavior = 15
    }

    /// `trace/track_event/counter_descriptor.proto`
    enum CounterDescriptor {
        static let unit = 3
        static let unitName = 6
    }

    /// `trace/track_event/track_event.proto`
    enum TrackEvent {
        static let debugAnnotations = 4
        static let type = 9
        static let trackUUID = 11
        static let name = 23
        static let counterValue = 30
        static let doubleCounterValue = 44
        static let flowIDs = 47
        static let terminatingFlowIDs = 48
    }
}
