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

    /// Adds the secrets of captures. Some programs write a session's secrets after its first packets, so all of them are read before
    /// the packets are. Compressed files would have to be unpacked twice for that: of these, only the secrets before the first packet
    /// are added here, and later ones when they are reached.
    mutating func add(from files: [CaptureOverview]) {
        let readsAll = files.allSatisfy { $0.compression == .none }
        for file in files { add(readsAll ? file.allSecrets() : file.leadingSecrets()) }
        hasAllCaptured = readsAll
    }

    /// Whether anything may be opened from the start.
    var opensFromStart: Bool { !isEmpty || isGrowing }
}
