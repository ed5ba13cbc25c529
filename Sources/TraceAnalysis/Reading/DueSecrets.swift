import PacketCapture
import SealedChannels

/// The secrets within a batch that are still to be taken, before the packets that come after them.
package struct DueSecrets {
    private var left: ArraySlice<(index: Int, secrets: DecryptionSecrets)>
    /// The index of the packet before which the next ones are due; the largest number without any.
    package private(set) var next: Int

    package init(_ batch: PacketBatch) {
        left = batch.secrets[...]
        next = left.first?.index ?? .max
    }

    /// Adds those that come before a packet.
    @inline(never)
    package mutating func take(before index: Int, into secrets: inout SessionSecrets) {
        let due = left.prefix { $0.index <= index }
        secrets.add(due.lazy.map(\.secrets))
        left = left.dropFirst(due.count)
        next = left.first?.index ?? .max
    }
}
