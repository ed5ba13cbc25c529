import SealedChannels
import TraceModel

/// What became of a session that is sealed.
struct Sealing: Sendable {
    var counts: Ends<SealedCounts>
    /// Where the keys came from that opened something.
    var source: SessionSecrets.Source?
    /// The reason why records stay sealed, if it has to do with keys.
    var keyReason: SealedReason?
    /// Whether there are bytes of records whose place was not found behind others that are missing.
    var hasUnplacedBytes = false

    /// Whether data of the application was opened.
    var hasData: Bool { counts.initiator.plaintextBytes > 0 || counts.responder.plaintextBytes > 0 }

    private var hasRecords: Bool {
        counts.initiator.opened + counts.initiator.sealed + counts.responder.opened + counts.responder.sealed > 0
    }

    /// Whether all data of the application was opened; nil if there is nothing sealed.
    var isWhole: Bool? {
        guard hasRecords else { return nil }
        return source != nil && !hasUnplacedBytes && counts.initiator.sealedData == 0
            && counts.responder.sealedData == 0
    }
}

extension Session {
    /// Adds what became of its records.
    mutating func describe(_ sealing: Sealing, of connection: Connection) {
        decrypted = sealing.isWhole
        tls?.keys = TLS.Keys(sealing.source)
        let reason = sealedReason(sealing, of: connection)
        tls?.sealedReason = reason
        // Where nothing is sealed, as in a handshake that failed before any key, there is nothing to count.
        guard decrypted != nil else { return }
        forward.describe(sealing.counts.initiator)
        backward.describe(sealing.counts.responder)
    }

    private func sealedReason(_ sealing: Sealing, of connection: Connection) -> TLS.SealedReason? {
        guard sealing.isWhole == false else { return nil }
        let isPartial = sealing.source != nil
        let hasAllKeys = sealing.counts.initiator.hasApplicationKeys && sealing.counts.responder.hasApplicationKeys
        let isCut = connection.hasSide { $0.isCutShort }
        let isGap = sealing.hasUnplacedBytes || connection.hasSide { $0.missingBytes > 0 }
        if isPartial, hasAllKeys, isCut || isGap { return isCut ? .captureTruncated : .captureGap }
        return sealing.keyReason.map { TLS.SealedReason(rawValue: $0.rawValue) }
    }
}

extension Session.TLS.Keys {
    /// What the report calls a source; `none` without one.
    fileprivate init(_ source: SessionSecrets.Source?) {
        self =
            switch source {
            case .keyLog: .keyLog
            case .capture: .capture
            case .sharedKey: .psk
            case nil: .none
            }
    }
}

extension SessionDirection {
    fileprivate mutating func describe(_ counts: SealedCounts) {
        openedRecords = counts.opened
        sealedRecords = counts.sealed
        plaintextBytes = counts.hasApplicationKeys ? counts.plaintextBytes : nil
        keyUpdates = counts.hasApplicationKeys ? counts.keyUpdates : nil
    }
}
