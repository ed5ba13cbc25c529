import PacketCapture
import PacketDissection
import TraceModel
import WireCoding

/// Packets that were read together, and what all workers want to know of each: found once, for all of them.
package struct TraceBatch: Sendable {
    /// The facts about a packet before it is dissected.
    package struct Mark: Sendable {
        private static let hasHash: UInt32 = 1 << 16
        private static let isRejected: UInt32 = 1 << 17

        private let bits: UInt32

        /// `DissectedPacket.flowHash`, nil if only dissecting shows it.
        init(flowHash: UInt16?) { bits = flowHash.map { UInt32($0) | Self.hasHash } ?? 0 }

        private init(bits: UInt32) { self.bits = bits }

        /// The mark of a packet that did not pass the filter.
        static let rejected = Mark(bits: isRejected)

        @inline(__always)
        var flowHash: UInt16? { bits & Self.hasHash == 0 ? nil : UInt16(truncatingIfNeeded: bits) }
        package var isRejected: Bool { bits & Self.isRejected != 0 }
    }

    package var packets = PacketBatch()
    package var marks: [Mark] = []
    /// The times of the packets in place of the file's, if one of them has none; otherwise empty.
    var times: [Int64] = []

    /// The file's facts about a packet, with a time that is always set.
    @inline(__always)
    package func record(_ index: Int) -> PacketRecord {
        var record = packets.record(index)
        record.time = CaptureSummary.bounded(times.isEmpty ? record.time : times[index])
        return record
    }

    package init() {}

    /// Looks at all packets.
    mutating func mark() {
        marks.removeAll(keepingCapacity: true)
        for index in 0..<packets.count {
            marks.append(
                Mark(
                    flowHash: PacketDissector.flowHash(
                        of: packets.bytes(index), linkType: packets.entries[index].linkType)))
        }
    }
}
