import TraceModel
import TraceReports
import WireText

/// All sessions in a table.
enum SessionsSection {
    private static let maximum = 300
    /// Rows, at most, where the page has not the data of all sessions: more than that only of those that it has.
    private static let maximumWithoutData = 100

    /// The sessions that have a row.
    private static func listed(_ page: PageContext) -> [Session] {
        let known = page.embedded.report.sessions
        guard known.count < page.report.sessions.count else { return page.heaviest(maximum) }
        return page.heaviest(min(maximum, max(maximumWithoutData, known.count)), with: known.map(\.id))
    }

    static func write(to html: inout HTMLText, _ page: PageContext) {
        let sessions = page.report.sessions
        guard !sessions.isEmpty else { return }
        let shown = Set(page.shown)
        html.section(page, "sessions", "Sessions") { section in
            let table = EntryTable(
                columns: [
                    "#", "from", "to", "port", "what", "service", "start", "lasted", "bytes →", "bytes ←", "RTT",
                    "lost messages", "sent again", "ending",
                ], label: "All sessions")
            let services = Dictionary(
                page.report.services.map { ($0.id, $0.instance) }, uniquingKeysWith: { first, _ in first })
            let listed = listed(page)
            table.write(to: &section) { body in
                for session in listed { row(session, services, shown, &body, page) }
            }
            section.leftOut("sessions", sessions.count - listed.count)
        }
    }

    private static func row(
        _ session: Session, _ services: [String: String], _ shown: Set<Int>, _ html: inout HTMLText, _ page: PageContext
    ) {
        var attributes: [HTMLText.Attribute] = [.init("data-session", session.id)]
        // Who links to a session without a section finds it here.
        if !shown.contains(session.id) { attributes.append(.init("id", page.id("session-\(session.id)"))) }
        html.element("tr", attributes) { row in
            row.element("td", [.init("class", "number"), .init("data-value", session.id)]) {
                if shown.contains(session.id) {
                    $0.element("a", [.init("href", "#" + page.id("session-\(session.id)"))], String(session.id))
                } else {
                    $0.text(String(session.id))
                }
            }
            row.cell(page.names.name(session.initiator))
            row.cell(page.names.responder(session))
            row.cell(session.responder.port, String(session.responder.port))
            row.cell(SessionWords.shortKind(session))
            row.cell(session.service.flatMap { services[$0] }.map { PeerNames.short($0, width: 32) } ?? "–")
            row.cell(session.start, Quantity.moment(session.start))
            row.cell(session.duration, Quantity.duration(session.duration))
            row.cell(session.forward.wireBytes, Quantity.bytes(session.forward.wireBytes))
            row.cell(session.backward.wireBytes, Quantity.bytes(session.backward.wireBytes))
            let median = session.applicationRTT.median ?? session.transportRTT.median ?? session.handshakeRTT
            row.cell(median, Quantity.duration(median))
            for count in [\SessionDirection.lostMessages, \.retransmittedPackets] {
                let known = [session.forward, session.backward].compactMap { $0[keyPath: count] }
                let sum = known.reduce(0, +)
                row.cell(known.isEmpty ? nil : Double(sum), known.isEmpty ? "–" : Quantity.grouped(sum))
            }
            row.cell(SessionWords.endingInFull(session))
        }
    }
}
