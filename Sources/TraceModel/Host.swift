/// A host name as one device claimed it (RFC 6762 §8).
public struct Host: Codable, Equatable, Sendable {
    public var id: String
    /// Presentation format with the final dot.
    public var name: String
    public var peer: String?
    /// All that were ever announced or wanted under the name.
    public var addresses: [String] = []
    public var firstSeen: Double
    public var lastSeen: Double
    public var state: Service.State
    /// The id of the host name that was given up for this one.
    public var renamedFrom: String?
    public var renamedTo: String?
    /// As ``Service/renameStyle``; nil if the rule fits several families and nothing decides between them.
    public var renameStyle: String?
    /// The responder software of the device, if its messages show it: `apple`, `avahi` or `zeroconf`.
    public var responder: String?
    public var timeline: [Service.Event] = []

    package init(id: String, name: String, firstSeen: Double, lastSeen: Double, state: Service.State) {
        (self.id, self.name, self.firstSeen, self.lastSeen, self.state) = (id, name, firstSeen, lastSeen, state)
    }
}
