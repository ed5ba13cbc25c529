import PacketCapture
import SealedChannels

extension SessionSecrets {
    /// Adds the key logs of TLS and QUIC among the secrets of a capture; secrets of other kinds open nothing here.
    package mutating func add(_ blocks: some Sequence<DecryptionSecrets>) {
        guard !hasAllCaptured else { return }
        for block in blocks where block.kind == .tlsKeyLog {
            captured.append(block.bytes.span)
            // The last line of a block may lack its end.
            captured.finish()
            hasLogs = true
        }
    }

    /// Adds those of captures. Programs that learn secrets while they capture write them behind the packets that begin a session,
    /// so that all are read before. Where a file would have to be unpacked for that, it is those that the captures begin with, and
    /// later ones count from where they are met.
    mutating func add(from files: [CaptureOverview]) {
        let readsAll = files.allSatisfy { $0.compression == .none }
        for file in files { add(readsAll ? file.allSecrets() : file.leadingSecrets()) }
        hasAllCaptured = readsAll
    }

    /// Whether anything may be opened from the start.
    var opensFromStart: Bool { !isEmpty || isGrowing }
}
