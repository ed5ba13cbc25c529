import WireCoding
import WirelessFrames

/// Puts the steps of data paths together: request, response, confirmation, end.
struct NANDataPaths {
    /// Frames that one data path lists.
    private static let maximumFrames = 16

    let paths: [NANReport.DataPath]

    private struct Key: Hashable {
        let id: UInt8
        let initiator: LinkAddress
    }

    init(_ nodes: [NANNodeHistory], axis: TimeAxis) {
        var paths: [NANReport.DataPath] = []
        var latest: [Key: Int] = [:]
        for step in nodes.flatMap(\.steps).sorted(by: { $0.moment < $1.moment }) {
            let key = Key(id: step.path.ndpID, initiator: step.path.initiatorNDI)
            var place = latest[key]
            // A number is used again once its data path is over.
            if let known = place, step.path.type == .request, [.rejected, .terminated].contains(paths[known].state) {
                place = nil
            }
            let index = place ?? paths.count
            if place == nil {
                paths.append(
                    NANReport.DataPath(
                        ndpID: Int(step.path.ndpID), initiator: step.path.initiatorNDI.description, responder: nil,
                        state: .requested, frames: []))
                latest[key] = index
            }
            Self.take(step, at: axis.seconds(step.moment.time), into: &paths[index])
        }
        self.paths = paths
    }

    private static func take(_ step: NANNodeHistory.DataPathStep, at time: Double, into path: inout NANReport.DataPath)
    {
        if path.frames.count < maximumFrames { path.frames.append(step.moment.frame) }
        if let responder = step.path.responderNDI { path.responder = responder.description }
        if step.path.type == .terminate || step.path.status == .rejected {
            path.state = step.path.type == .terminate ? .terminated : .rejected
            path.ended = path.ended ?? time
            if step.path.reason.rawValue != 0 { path.reason = step.path.reason.description }
            return
        }
        switch step.path.type {
        case .request: path.requested = path.requested ?? time
        case .response:
            path.state = .accepted
            path.accepted = path.accepted ?? time
        case .confirm:
            path.state = .confirmed
            path.confirmed = path.confirmed ?? time
        case .securityInstall, .terminate, nil: break
        }
        if let requested = path.requested, let ready = path.confirmed ?? path.accepted {
            path.setupDuration = (ready - requested).roundedToNanoseconds
        }
    }
}
