import WireCoding
import WirelessFrames

/// Puts the steps of data paths together: request, response, confirmation, end.
struct NANDataPaths {
    /// Frames that one data path lists.
    private static let maximumFrames = 16
    /// A request that is repeated later, in nanoseconds, is another one: its number is used again. So is a step with
    /// another dialog token.
    private static let maximumRetryDelay: Int64 = 1_000_000_000

    let paths: [NANReport.DataPath]

    private struct Key: Hashable {
        let id: UInt8
        let initiator: LinkAddress
    }

    /// The data path that a number means at the moment.
    private struct Current {
        let place: Int
        let dialogToken: UInt8
        /// Of the last request; nil where none was heard.
        var requested: Int64?
        /// Of the last step.
        var frame = 0
        var time: Int64
    }

    init(_ nodes: [NANNodeHistory], axis: TimeAxis) {
        var paths: [NANReport.DataPath] = []
        var latest: [Key: Current] = [:]
        for step in nodes.flatMap(\.steps).sorted(by: { $0.moment < $1.moment }) {
            let key = Key(id: step.path.ndpID, initiator: step.path.initiatorNDI)
            let known = latest[key].flatMap { Self.begins(step, after: paths[$0.place], $0) ? nil : $0 }
            var current =
                known
                ?? Current(
                    place: paths.count, dialogToken: step.path.dialogToken, time: step.moment.time)
            if known == nil {
                paths.append(
                    NANReport.DataPath(
                        ndpID: Int(step.path.ndpID), initiator: step.path.initiatorNDI.description, responder: nil,
                        state: .requested, firstSeen: axis.seconds(step.moment.time), frames: []))
            }
            if step.path.type == .request { current.requested = step.moment.time }
            // Data path and data path extension of one frame tell the same.
            let isRepeated = current.frame == step.moment.frame
            if !isRepeated, paths[current.place].frames.count < Self.maximumFrames {
                paths[current.place].frames.append(step.moment.frame)
            }
            (current.frame, current.time) = (step.moment.frame, step.moment.time)
            latest[key] = current
            Self.take(step, at: axis.seconds(step.moment.time), into: &paths[current.place])
        }
        self.paths = paths
    }

    /// Whether a step is of another data path than the one that had its number before.
    private static func begins(
        _ step: NANNodeHistory.DataPathStep, after path: NANReport.DataPath, _ current: Current
    ) -> Bool {
        if current.frame == step.moment.frame { return false }
        let isOver = path.state == .rejected || path.state == .terminated
        let isSameDialog = step.path.dialogToken == current.dialogToken
        switch step.path.type {
        case .request:
            guard !isOver, path.state != .confirmed, isSameDialog, let requested = current.requested else {
                return true
            }
            return step.moment.time &- requested > maximumRetryDelay
        // Its request was not heard.
        case .response, .confirm, .securityInstall:
            guard !isSameDialog else { return false }
            return isOver || path.state == .confirmed || step.moment.time &- current.time > maximumRetryDelay
        case .terminate, nil: return false
        }
    }

    private static func take(_ step: NANNodeHistory.DataPathStep, at time: Double, into path: inout NANReport.DataPath)
    {
        if let responder = step.path.responderNDI { path.responder = responder.description }
        if step.path.type == .terminate || step.path.status == .rejected {
            path.state = step.path.type == .terminate ? .terminated : .rejected
            path.ended = path.ended ?? time
            if step.path.reason.rawValue != 0 { path.reason = step.path.reason.description }
            return
        }
        switch step.path.type {
        case .request: path.requested = path.requested ?? time
        // One that says "continued" leaves the decision to confirmation or keys.
        case .response where step.path.status == .accepted && path.state == .requested:
            path.state = .accepted
            path.accepted = time
        // One that says "continued" leaves it to the keys, which are installed once both ends have agreed: whoever
        // does so has confirmed, heard or not.
        case .confirm where step.path.status == .accepted && (path.state == .requested || path.state == .accepted),
            .securityInstall where path.state == .requested || path.state == .accepted:
            path.state = .confirmed
            path.confirmed = time
        case .response, .confirm, .securityInstall, .terminate, nil: break
        }
        if let requested = path.requested, let ready = path.confirmed ?? path.accepted {
            path.setupDuration = (ready - requested).roundedToNanoseconds
        }
    }
}
