import ProtocolDescriptions
import TraceModel
import TraceReports
import WireText

/// What `protocol check` found, as its JSON has it: what is wrong with a description, and what it made of captures.
struct ProtocolCheck: Encodable {
    struct Problem: Encodable {
        let line: Int?
        let column: Int?
        let message: String
    }

    struct Direction: Encodable {
        let messages: Int?
        let malformed: Int?
        let firstFault: SessionDirection.MessageFault?

        init(_ direction: SessionDirection) {
            messages = direction.messages
            malformed = direction.malformedMessages
            firstFault = direction.firstFault
        }

        var isBroken: Bool { firstFault != nil || malformed ?? 0 > 0 }
    }

    /// A session of the application.
    struct Entry: Encodable {
        let capture: String
        let session: Int
        let evidence: String?
        let forward: Direction
        let backward: Direction
        /// Rules of the description that the session breaks, each in a sentence.
        let broken: [String]
    }

    let schema = "nearscope.protocol-check/1"
    /// Null for a description that is refused.
    let name: String?
    let problems: [Problem]
    private(set) var sessions: [Entry] = []
    /// The ends of each session, for people.
    private var titles: [String] = []

    private enum CodingKeys: CodingKey { case schema, name, problems, sessions }

    init(name: String) { (self.name, problems) = (name, []) }

    init(problems: [DescriptionProblem]) {
        name = nil
        self.problems = problems.map { Problem(line: $0.line, column: $0.column, message: $0.message) }
    }

    /// Whether a message could not be read, or none.
    var isBroken: Bool { sessions.contains { $0.forward.isBroken || $0.backward.isBroken } }

    /// Takes in the sessions that are of the application.
    mutating func add(_ report: TraceReport, capture: String) {
        let names = PeerNames(report.peers)
        for session in report.sessions where session.application.rawValue == name {
            let broken = report.findings.filter {
                $0.expectation != nil && $0.subject == .session(session.id)
            }
            sessions.append(
                Entry(
                    capture: capture, session: session.id, evidence: session.evidence,
                    forward: Direction(session.forward), backward: Direction(session.backward),
                    broken: broken.map(\.message)))
            titles.append("\(names.name(session.initiator)) → \(names.name(session.responder))")
        }
    }
}

extension ProtocolCheck {
    /// The same for people.
    func text(_ page: PageOptions, path: String, hasCaptures: Bool) -> String {
        let file = SafeText.escaped(path == "-" ? "standard input" : path)
        var text = "\(file): \(name ?? "") is a sound description.\n"
        guard hasCaptures else { return text }
        guard !sessions.isEmpty else {
            return text + "\nNo session is of this application. Does the description name the port or service, and the "
                + "transport? Sessions of applications that nearscope knows of itself are read as those, unless the "
                + "description names their port or service.\n"
        }
        for (index, entry) in sessions.enumerated() {
            if index == 0 || sessions[index - 1].capture != entry.capture {
                text += "\n\(SafeText.escaped(entry.capture))\n"
            }
            let evidence = entry.evidence.map { ", by \(SafeText.escaped($0))" } ?? ""
            text += "\n  #\(entry.session) \(titles[index])\(evidence)\n"
            for (arrow, direction) in [("→", entry.forward), ("←", entry.backward)] {
                text += Self.lines(arrow, direction)
            }
            for sentence in entry.broken { text += "    rule broken: \(SafeText.escaped(sentence))\n" }
        }
        return text
    }

    private static func lines(_ arrow: String, _ direction: Direction) -> String {
        let messages = direction.messages.map { Quantity.count($0, "message") } ?? "not read"
        let malformed = direction.malformed.map { $0 > 0 ? ", \($0) malformed" : "" } ?? ""
        var text = "    \(arrow) \(messages)\(malformed)\n"
        if let fault = direction.firstFault {
            text += "      first at byte \(fault.streamOffset) of the stream, in frame \(fault.frame): "
            text += "\(SafeText.escaped(fault.key)): \(SafeText.escaped(fault.message))\n"
            text += "      bytes around it: \(SafeText.escaped(fault.bytes))\n"
        }
        return text
    }
}
