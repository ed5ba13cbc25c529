import ArgumentParser
import DNSWire
import TraceAnalysis
import TraceModel
import TraceReports

extension Session.Application: ExpressibleByArgument {}
extension Session.Transport: ExpressibleByArgument {}

/// Which sessions of a report are meant, by what they are.
struct SessionSelection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only sessions of this application: mesh, echo, network-event, carrier-pigeon, xmpp, multipeer, framed, tls, mdns, unknown, or the name of a description.",
            valueName: "name"))
    var application: [Session.Application] = []

    @Option(
        help: ArgumentHelp(
            "Only sessions of this peer: an ID, label, host name, address or link address.", valueName: "id-or-name"))
    var peer: [String] = []

    @Option(
        help: ArgumentHelp("Only sessions of this service: an ID, name or type.", valueName: "id-or-name"))
    var service: [String] = []

    @Option(help: ArgumentHelp("Only sessions over this transport: tcp, udp, quic.", valueName: "name"))
    var transport: [Session.Transport] = []

    /// Whether all sessions are meant.
    var isEmpty: Bool { application.isEmpty && peer.isEmpty && service.isEmpty && transport.isEmpty }

    /// The indices of the selected sessions, in time order. Options of one kind are alternatives, those of several
    /// kinds must all match.
    ///
    /// - Parameter numbers: The ids of the sessions that alone are meant, if any.
    /// - Throws: The exit status for wrong usage if there is no such session, peer or service, after that was reported.
    func indices(of report: TraceReport, numbered numbers: [Int]) throws -> [Int] {
        let peers = try self.peers(of: report)
        let services = try self.services(of: report)
        try Self.check(numbers, in: report)
        try Self.check(application, "application", report.sessions.map(\.application))
        try Self.check(transport, "transport", report.sessions.map(\.transport))
        return report.sessions.indices.filter { index in
            let session = report.sessions[index]
            return (numbers.isEmpty || numbers.contains(session.id))
                && (application.isEmpty || application.contains(session.application))
                && (transport.isEmpty || transport.contains(session.transport))
                && (services.map { ids in session.service.map(ids.contains) ?? false } ?? true)
                && (peers.map { ids in
                    [session.initiator.peer, session.responder.peer].contains { $0.map(ids.contains) ?? false }
                } ?? true)
        }
    }

    /// - Throws: The exit status for wrong usage if no session has any of the values, after those that there are were
    ///   reported.
    private static func check<Value: RawRepresentable<String> & Hashable>(
        _ wanted: [Value], _ kind: String, _ known: [Value]
    ) throws {
        guard let first = wanted.first, Set(wanted).isDisjoint(with: known) else { return }
        throw ExitStatus.missing("session with the \(kind)", first.rawValue, known.map(\.rawValue))
    }

    /// - Throws: The exit status for wrong usage if a report has no session with a number, after that was reported.
    static func check(_ numbers: [Int], in report: TraceReport) throws {
        guard let missing = numbers.first(where: { number in !report.sessions.contains { $0.id == number } }) else {
            return
        }
        let last = report.sessions.last?.id
        let hint = last.map { $0 > 1 ? "the sessions are 1 to \($0)" : "there is only 1" }
        throw ExitStatus.wrongUsage("there is no session \(missing); \(hint ?? "there are none")")
    }

    /// The ids of the peers that are named, nil where none is.
    private func peers(of report: TraceReport) throws -> Set<String>? {
        guard !peer.isEmpty else { return nil }
        return Set(
            try peer.flatMap { name in
                let found = report.peers(named: name)
                guard !found.isEmpty else { throw ExitStatus.missing("peer", name, report.peers.map(\.label)) }
                return found.map(\.id)
            })
    }

    /// The ids of the selected services, including their earlier and later names; nil if none is selected.
    private func services(of report: TraceReport) throws -> Set<String>? {
        guard !service.isEmpty else { return nil }
        let found = try service.flatMap { name in
            let named = report.services(named: name)
            let found = named.isEmpty ? report.services.filter { $0.isOf(name) } : named
            guard !found.isEmpty else {
                throw ExitStatus.missing(
                    "service", name, report.services.map(\.instance), or: report.services.map(\.type))
            }
            return found.map(\.id)
        }
        return report.withRenames(Set(found))
    }
}

extension Service {
    /// - Parameter type: In any case, with or without the domain and the dot at its end.
    func isOf(_ type: String) -> Bool {
        guard let wanted = DNSName(presentation: type) else { return false }
        return [self.type, "\(self.type).\(domain)"].contains { DNSName(presentation: $0) == wanted }
    }
}
