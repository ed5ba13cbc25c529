import Crypto
import PacketCapture
import TraceModel
import WireCoding

/// An id of a capture that depends on its packets alone: not on its path, its compression or its format.
///
/// It is made of the number of packets, the sum of their original lengths, and the first and the last packet with their times.
package struct CaptureIdentity: Sendable {
    /// 32 hexadecimal digits: the first half of a SHA-256.
    package let text: String

    /// Reads the captures as one, each up to its end or to its first damage.
    package init(of captures: [CaptureOverview]) {
        var (packets, bytes) = (UInt64(0), UInt64(0))
        var (first, last) = (Packet(), Packet())
        let merge = CaptureMerge(captures)
        while merge.next({ record, data, _ in
            if packets == 0 { first.take(record, data) }
            last.take(record, data)
            packets += 1
            bytes &+= UInt64(record.originalLength)
        }) {}
        let written = ByteWriter.bytes { output in
            output.writeUInt64(packets)
            output.writeUInt64(bytes)
            guard packets > 0 else { return }
            first.write(to: &output)
            last.write(to: &output)
        }
        text = Hex.encode(SHA256.hash(data: written).prefix(16))
    }

    private struct Packet {
        private var time: Int64 = 0
        private var bytes: [UInt8] = []

        mutating func take(_ record: PacketRecord, _ data: Span<UInt8>) {
            time = record.isTimed ? record.time : 0
            bytes.removeAll(keepingCapacity: true)
            bytes.append(copying: data)
        }

        func write(to output: inout ByteWriter) {
            output.writeUInt64(UInt64(bitPattern: time))
            output.writeUInt32(UInt32(truncatingIfNeeded: bytes.count))
            output.writeBytes(bytes)
        }
    }
}
