extension TraceReport {
    /// The peer with an id (``Peer/id``); nil if there is none.
    public func peer(id: String) -> Peer? { peers.first { $0.id == id } }

    /// The session with an id (``Session/id``); nil if there is none.
    public func session(id: Int) -> Session? {
        // Ids count from 1 in the order of the report, unless some sessions were left out.
        if sessions.indices.contains(id - 1), sessions[id - 1].id == id { return sessions[id - 1] }
        return sessions.first { $0.id == id }
    }

    /// The service with an id (``Service/id``); nil if there is none.
    public func service(id: String) -> Service? { services.first { $0.id == id } }

    /// The host name with an id (``HostName/id``); nil if there is none.
    public func host(id: String) -> HostName? { hosts.first { $0.id == id } }
}

extension Peer: Identifiable {}
extension Session: Identifiable {}
extension Service: Identifiable {}
extension HostName: Identifiable {}
extension Mesh: Identifiable {}
extension CaptureSummary.Interface: Identifiable {}
extension NANReport.Cluster: Identifiable {}
