import TraceModel
import TraceReports
import WireText

/// All sessions in a table.
enum SessionsSection {
    private static let maximum = 300

    /// Rows that there is room for: they are what a page of many sessions is looked at for, so other lists are cut sooner.
    private static func room(_ page: PageContext) -> Int {
        switch page.tightness {
        case .none: maximum
        case .short: 250
        case .coarse, .sparse: 200
        case .least: 100
        }
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
            // Where there is no room for the data of all, those that have it are in the table too.
            let known = page.embedded.report.sessions
            let others = known.count < sessions.count ? known.prefix(maximum).map(\.id) : []
            let listed = page.heaviest(max(room(page), others.count), with: others)
            table.write(to: &section) { body in
                for session in listed { row(session, services, shown, &body, page) }
            }
            let missing = sessions.count - page.embedded.report.sessions.count
            if listed.count < sessions.count {
                section.leftOut("sessions", sessions.count - listed.count)
            } else if missing > 0 {
                section.leftOutOfData(missing)
            }
        }
    }

    private static func row(
        _ session: Session, _ services: [String: String], _ shown: Set<Int>, _ html: inout HTMLText, _ page: PageContext
    ) {
        html.element("tr", [.init("data-session", session.id)]) { row in
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
