import TraceModel

/// Chooses the best estimate of the distance of a session's ends (``Session/NetworkRTT``) from its round trips.
struct NetworkDistance {
    /// Seconds: hosts take less to answer, radios and routers take more to carry something there and back.
    static let hostDelay = 0.001

    private let session: Session
    /// QUIC: nanoseconds beyond the capture point and before it.
    private let opening: (beyond: Int64, before: Int64)?
    /// TCP: the least delays of acknowledgments without data, in nanoseconds, nil if it is not known whether they had any.
    private let pure: (forward: Int64, backward: Int64)?
    /// QUIC: the least delays of acknowledgments of the initiator's packets and of the responder's, without what their receiver
    /// says it waited, in nanoseconds.
    private let acknowledged: Ends<Int64?>

    /// - Parameters:
    ///   - session: With its capture point and its limits, and without what they withdraw.
    ///   - opening: ``DatagramOpening/steps``
    ///   - pure: ``RoundTripSampler/leastPure`` of the initiator's data, and of the responder's.
    ///   - acknowledged: ``DatagramReader/leastAcknowledgments``
    init(
        _ session: Session, opening: (beyond: Int64, before: Int64)? = nil,
        pure: (forward: Int64, backward: Int64)? = nil, acknowledged: Ends<Int64?> = Ends(both: nil)
    ) {
        self.session = session
        self.opening = opening
        self.pure = pure
        self.acknowledged = acknowledged
    }

    var estimate: Session.NetworkRTT {
        for limit in session.limits {
            if limit.reason == .noAcknowledgments { return .init(.noAcknowledgments) }
            if limit.reason == .doubledPackets { return .init(.doubledPackets) }
        }
        switch session.transport {
        case .quic:
            guard let least = leastAcknowledged else { return quic }
            if let value = quic.value, value <= least { return quic }
            return .init(least, from: .transport)
        case .udp: return application
        case .tcp: return tcp
        }
    }

    /// Why there is nothing to choose from.
    private var missing: Session.NetworkRTT.Reason { session.backward.packets == 0 ? .noAnswer : .noRoundTrip }

    /// Beside a host, its own answer comes much sooner than the other's. Steps of equal length may both be the computing of
    /// keys, which takes longer than a short way.
    private var quic: Session.NetworkRTT {
        guard let (beyond, before) = opening else { return .init(missing) }
        let ratio = CapturePointInference.ratio
        guard beyond / ratio >= before || before / ratio >= beyond else { return .init(.capturePointUnknown) }
        return .init(Double(max(beyond, before)) / 1e9, from: .handshake)
    }

    /// As ``transport``, where packets were opened. A receiver's own time is not in it, so that both ways add up anywhere.
    private var leastAcknowledged: Double? {
        let nanoseconds: Int64? =
            switch session.capturePoint {
            case .initiator: acknowledged.initiator
            case .responder: acknowledged.responder
            case .middle, nil:
                if let forward = acknowledged.initiator, let backward = acknowledged.responder {
                    forward.addingReportingOverflow(backward).partialValue
                } else {
                    nil
                }
            }
        return nanoseconds.flatMap { $0 > 0 ? Double($0) / 1e9 : nil }
    }

    private var tcp: Session.NetworkRTT {
        let transport = self.transport
        if let handshake = session.handshakeRTT {
            guard let transport, transport < handshake else { return .init(handshake, from: .handshake) }
        }
        if let transport { return .init(transport, from: .transport) }
        // Data of one side alone, and it is unknown whether its acknowledgments came from near or far.
        let isTimed = session.forward.transportRTT.count + session.backward.transportRTT.count > 0
        return isTimed ? .init(.capturePointUnknown) : .init(missing)
    }

    /// The least delay of acknowledgments. One direction's are of the path beyond the capture point, the other one's of the path
    /// before it. At a host, its own side has no path: the time that it takes to acknowledge does not count.
    ///
    /// Where it is unknown whether a direction is that of a host alone, acknowledgments that came with data may have waited for
    /// it, for as long as a program or a person thinks. A handshake would bound that.
    private var transport: Double? {
        let (forward, backward) = (session.forward.transportRTT.min, session.backward.transportRTT.min)
        switch session.capturePoint {
        case .initiator: return forward
        case .responder: return backward
        case .middle, nil:
            guard let forward, let backward else { return nil }
            if session.capturePoint == nil, session.handshakeRTT == nil, let pure {
                guard pure.forward < .max, pure.backward < .max else { return nil }
                return Double(pure.forward &+ pure.backward) / 1e9
            }
            return (forward + backward).roundedToNanoseconds
        }
    }

    /// Datagrams: the least time from a request to its answer.
    private var application: Session.NetworkRTT {
        let (forward, backward) = (session.forward.applicationRTT.min, session.backward.applicationRTT.min)
        guard let least = [forward, backward].compactMap(\.self).min() else { return .init(missing) }
        switch session.capturePoint {
        case .initiator: return forward.map { .init($0, from: .application) } ?? .init(.answeringTime)
        case .responder: return backward.map { .init($0, from: .application) } ?? .init(.answeringTime)
        case .middle, nil:
            guard session.applicationRTT.median ?? 0 >= Self.hostDelay else { return .init(.capturePointUnknown) }
            return .init(least, from: .application)
        }
    }
}
