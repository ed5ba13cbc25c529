import TraceModel
import WireCoding
import WirelessFrames

/// Puts the steps of data paths together: request, response, confirmation, end.
struct NANDataPaths {
    /// Frames that one data path lists.
    private static let maximumFrames = 16
    /// A request that is repeated later, in nanoseconds, is another one: its number is used again. So is a step with
    /// another dialog token.
    private static let maximumRetryDelay: Int64 = 1_000_000_000

    private(set) var paths: [NANReport.DataPath] = []
    /// Data paths that are not in ``paths``, which has ``NANReport/maximumDataPaths``.
    private(set) var omitted = 0

    private struct Key: Hashable {
        let id: UInt8
        let initiator: LinkAddress
    }

    /// The data path that a number means at the moment.
    private struct Current {
        /// Nil for one that is not listed.
        let place: Int?
        let dialogToken: UInt8
        var state = NANReport.State.requested
        /// The time of the last request; nil if none was heard.
        var requested: Int64?
        /// The last step.
        var last: PacketMoment
    }

    init(_ nodes: [NANNodeHistory], axis: TimeAxis) {
        var latest: [Key: Current] = [:]
        for step in nodes.flatMap(\.steps).sorted(by: { $0.moment < $1.moment }) {
            let key = Key(id: step.path.ndpID, initiator: step.path.initiatorNDI)
            let known = latest[key].flatMap { Self.begins(step, after: $0) ? nil : $0 }
            var current = known ?? begin(with: step, at: axis.seconds(step.moment.time))
            if step.path.type == .request { current.requested = step.moment.time }
            let old = current.state
            current.state = Self.state(after: old, step.path)
            if let place = current.place {
                // Data path and data path extension of one frame have the same meaning.
                let isRepeated = known != nil && current.last.frame == step.moment.frame
                if !isRepeated, paths[place].frames.count < Self.maximumFrames {
                    paths[place].frames.append(step.moment.frame)
                }
                paths[place].state = current.state
                Self.take(step, after: old, at: axis.seconds(step.moment.time), into: &paths[place])
            }
            current.last = step.moment
            latest[key] = current
        }
    }

    private mutating func begin(with step: NANNodeHistory.DataPathStep, at time: Double) -> Current {
        guard paths.count < NANReport.maximumDataPaths else {
            omitted += 1
            return Current(place: nil, dialogToken: step.path.dialogToken, last: step.moment)
        }
        paths.append(
            NANReport.DataPath(
                ndpID: Int(step.path.ndpID), initiator: step.path.initiatorNDI.description, firstSeen: time))
        return Current(place: paths.count - 1, dialogToken: step.path.dialogToken, last: step.moment)
    }

    /// Whether a step belongs to another data path than the previous one with its number.
    private static func begins(_ step: NANNodeHistory.DataPathStep, after current: Current) -> Bool {
        if current.last.frame == step.moment.frame { return false }
        let isOver = current.state == .rejected || current.state == .terminated
        let isSameDialog = step.path.dialogToken == current.dialogToken
        switch step.path.type {
        case .request:
            guard !isOver, current.state != .confirmed, isSameDialog, let requested = current.requested else {
                return true
            }
            return step.moment.time &- requested > maximumRetryDelay
        // Its request was not heard.
        case .response, .confirm, .securityInstall:
            guard !isSameDialog else { return false }
            return isOver || current.state == .confirmed
                || step.moment.time &- current.last.time > maximumRetryDelay
        case .terminate, nil: return false
        }
    }

    private static func state(after state: NANReport.State, _ path: NANDataPathHeader) -> NANReport.State {
        if path.type == .terminate { return .terminated }
        if path.status == .rejected { return .rejected }
        let isOpen = state == .requested || state == .accepted
        switch path.type {
        // One that says "continued" leaves the decision to confirmation or keys.
        case .response where path.status == .accepted && state == .requested: return .accepted
        // One that says "continued" leaves it to the keys.
        case .confirm where path.status == .accepted && isOpen: return .confirmed
        // Keys are installed once both ends have agreed: the sender of keys has confirmed, heard or not.
        case .securityInstall where isOpen: return .confirmed
        case .request, .response, .confirm, .securityInstall, .terminate, nil: return state
        }
    }

    /// - Parameter old: The state before the step; the path has that after it.
    private static func take(
        _ step: NANNodeHistory.DataPathStep, after old: NANReport.State, at time: Double,
        into path: inout NANReport.DataPath
    ) {
        if let responder = step.path.responderNDI { path.responder = responder.description }
        takeNodes(of: step, into: &path)
        if step.path.type == .terminate || step.path.status == .rejected {
            path.ended = path.ended ?? time
            if step.path.reason.rawValue != 0 { path.reason = step.path.reason.description }
            return
        }
        if step.path.type == .request { path.requested = path.requested ?? time }
        if path.state != old {
            if path.state == .accepted { path.accepted = time }
            if path.state == .confirmed { path.confirmed = time }
        }
        if let requested = path.requested, let ready = path.confirmed ?? path.accepted {
            path.setupDuration = (ready - requested).roundedToNanoseconds
        }
    }

    /// Requests and confirmations go from the initiator to the responder, answers and keys the other way; either side
    /// may end it.
    private static func takeNodes(of step: NANNodeHistory.DataPathStep, into path: inout NANReport.DataPath) {
        let (initiator, responder): (LinkAddress, LinkAddress)
        switch step.path.type {
        case .request, .confirm: (initiator, responder) = (step.sender, step.receiver)
        case .response, .securityInstall: (initiator, responder) = (step.receiver, step.sender)
        case .terminate, nil: return
        }
        if path.initiatorNode == nil, !initiator.isGroup { path.initiatorNode = initiator.description }
        if path.responderNode == nil, !responder.isGroup { path.responderNode = responder.description }
    }
}
