/// A host name as one device claimed it (RFC 6762 §8).
public struct HostName: Codable, Hashable, Sendable {
    /// `h1`, `h2`, …
    public var id: String
    /// Presentation format with the final dot.
    public var name: String
    /// The id of the peer (``Peer/id``); nil if none is known.
    public var peer: String?
    /// All that were ever announced or wanted under the name.
    public var addresses: [String] = []
    /// The first time it was seen.
    public var firstSeen: Double
    /// The last time it was seen.
    public var lastSeen: Double
    /// What became of the claim.
    public var state: Service.State
    /// The id of the host name that was given up for this one.
    public var renamedFrom: String?
    /// The id of the host name that was taken instead.
    public var renamedTo: String?
    /// As ``Service/renameStyle``; nil if the rule fits several families and nothing decides between them.
    public var renameStyle: String?
    /// The responder software of the device, if its messages show it: `apple`, `avahi` or `zeroconf`.
    public var responder: String?
    /// What happened to it, in order of time.
    public var timeline: [Service.Event] = []

    /// Made of what each one has; the rest can be set.
    public init(id: String, name: String, firstSeen: Double, lastSeen: Double, state: Service.State) {
        (self.id, self.name, self.firstSeen, self.lastSeen, self.state) = (id, name, firstSeen, lastSeen, state)
    }
}
