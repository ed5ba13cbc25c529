/// Something of a flow that each of its two ends has one of.
protocol TwoEnded {
    associatedtype End
    var initiator: End { get set }
    var responder: End { get set }
}

extension TwoEnded {
    /// That of one end, changed in place.
    subscript(isInitiator isInitiator: Bool) -> End {
        @inline(__always) _read { if isInitiator { yield initiator } else { yield responder } }
        @inline(__always) _modify { if isInitiator { yield &initiator } else { yield &responder } }
    }

    /// Changes the value of one end in place. It is for what each packet changes: the subscript is never inlined, because it yields in two
    /// places, and allocates memory for each call.
    @inline(__always)
    mutating func change<Result, Failure: Error>(
        isInitiator: Bool, _ change: (inout End) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isInitiator { try change(&initiator) } else { try change(&responder) }
    }

    /// Changes who is called the initiator.
    mutating func swapEnds() { (initiator, responder) = (responder, initiator) }
}

/// A value for each end.
struct Ends<End>: TwoEnded {
    var initiator: End
    var responder: End

    init(both end: End) { (initiator, responder) = (end, end) }

    init(initiator: End, responder: End) { (self.initiator, self.responder) = (initiator, responder) }
}

extension Ends: Sendable where End: Sendable {}
