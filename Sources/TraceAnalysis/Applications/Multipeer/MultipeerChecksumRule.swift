import ApplicationProtocols
import TraceModel

/// Messages or packets with a wrong checksum.
enum MultipeerChecksumRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application == .multipeer else { return [] }
        return [true, false].compactMap { isInitiator in
            guard let reading = context.connections[index].guestReading(ofInitiator: isInitiator),
                let summary = reading.summary, let fault = summary.firstFault, let moment = reading.faultMoment
            else { return nil }
            let end = SessionEnd(index: index, isInitiator: isInitiator)
            let isTCP = context.connections[index].isTCP
            let (one, several) = isTCP ? ("A message", "messages") : ("A packet", "packets")
            let place = isTCP ? " at byte \(reading.streamOffset(of: fault)) of the stream" : ""
            return context.finding(
                "message-undecodable", .warning, sentBy: end, at: [moment],
                message: summary.malformed == 1
                    ? "\(one) from \(context.label(of: end)) has a wrong checksum\(place)."
                    : "\(summary.malformed) \(several) from \(context.label(of: end)) have a wrong checksum, the first "
                        + "one\(place.isEmpty ? " in frame \(moment.frame)" : place).",
                facts: ["messages": summary.malformed, "streamOffset": isTCP ? reading.streamOffset(of: fault) : nil],
                remedy:
                    "If the sender is a program of your own, compute the checksum over all bytes, its field as zeros; "
                    + "otherwise the bytes were changed on their way.",
                reference: "Docs/formats.md, " + (isTCP ? "invitations" : "sessions"))
        }
    }
}
