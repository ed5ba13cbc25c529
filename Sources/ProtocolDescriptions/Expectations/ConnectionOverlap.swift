/// Sessions that were open at the same time between the same two senders.
public struct ConnectionOverlap: Sendable {
    /// A session with those who sent in it.
    public struct Session: Sendable {
        /// Those who sent in it, by the names that the messages give. Only sessions of two count.
        public var senders: Set<String>
        /// When the session began, in nanoseconds of one clock.
        public var start: Int64
        /// When the session ended, by the same clock.
        public var end: Int64

        /// A session between two moments of one clock, in nanoseconds.
        public init(senders: Set<String>, start: Int64, end: Int64) {
            self.senders = senders
            self.start = start
            self.end = end
        }
    }

    /// The indices of sessions that began while another one between the same two senders was open.
    public static func later(_ sessions: [Session]) -> [Int] {
        var ends: [Set<String>: Int64] = [:]
        var later: [Int] = []
        let order = sessions.indices.sorted { (sessions[$0].start, $0) < (sessions[$1].start, $1) }
        for index in order where sessions[index].senders.count == 2 {
            let session = sessions[index]
            if let end = ends[session.senders] {
                if session.start < end { later.append(index) }
                ends[session.senders] = max(end, session.end)
            } else {
                ends[session.senders] = session.end
            }
        }
        return later.sorted()
    }
}
