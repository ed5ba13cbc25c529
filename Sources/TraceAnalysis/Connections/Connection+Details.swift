extension Connection {
    var details: ConnectionDetails { fewDetails?.value ?? ConnectionDetails() }

    /// Whether it is known where the connection's packets come from.
    var hasOrigin: Bool { fewDetails?.value.origin != nil }

    private mutating func withDetails(_ change: (inout ConnectionDetails) -> Void) {
        if fewDetails == nil { fewDetails = Box(ConnectionDetails()) }
        change(&fewDetails!.value)
    }

    /// Counts what ICMP says of a packet of this connection.
    mutating func note(_ error: DeliveryError) { withDetails { $0.note(error) } }

    /// Counts a packet that was followed on another link already.
    mutating func noteCopy() { withDetails { $0.copiedPackets += 1 } }

    /// In nanoseconds: routers forget connections that are quiet for minutes, and devices that sleep do so for longer than
    /// this.
    static let longPause: Int64 = 30_000_000_000

    @inline(never)
    mutating func notePause(until moment: PacketMoment, fromInitiator: Bool) {
        guard isTCP, !ends.initiator.isOpening else { return }
        let pause = ConnectionPause(resumed: moment, fromInitiator: fromInitiator, length: moment.time &- end)
        withDetails { $0.pause = pause }
    }

    @inline(never)
    mutating func noteReset(at moment: PacketMoment, fromInitiator: Bool) {
        guard !ends.initiator.isOpening else { return }
        let losesBytes = ends[isInitiator: !fromInitiator].side?.value.hasUnacknowledgedBytes ?? false
        let cutsSending = ends[isInitiator: fromInitiator].side?.value.endsInMidSending ?? false
        let followsFIN = ends.initiator.hasFinish || ends.responder.hasFinish
        let reset = ConnectionReset(
            moment: moment, fromInitiator: fromInitiator, losesBytes: losesBytes, cutsSending: cutsSending,
            followsFIN: followsFIN)
        withDetails { $0.reset = reset }
    }

    /// Whether the initiator was the first to send its FIN: the other side's FIN acknowledges it. Nil without a FIN, and if each
    /// side sent its own before it had the other's.
    var isClosedByInitiator: Bool? {
        guard ends.initiator.hasFinish, ends.responder.hasFinish else {
            return ends.initiator.hasFinish ? true : ends.responder.hasFinish ? false : nil
        }
        let responderKnew = initiator.isFinish(acknowledgedBy: responder.finishAcknowledgment)
        let initiatorKnew = responder.isFinish(acknowledgedBy: initiator.finishAcknowledgment)
        return responderKnew == initiatorKnew ? nil : responderKnew
    }

    /// Records the process that owns the connection.
    mutating func note(_ origin: PacketOrigin) {
        guard !hasOrigin, origin.process != nil else { return }
        withDetails { $0.origin = origin }
    }
}
