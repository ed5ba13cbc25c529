import WireCoding

/// The answer to an invitation: the body of a message of type 2100, a binary property list.
///
/// | key | value | confidence |
/// |---|---|---|
/// | `MCNearbyServiceAcceptInviteKey` | Boolean: whether the invitation is accepted | true B, false S |
/// | `MCNearbyServiceConnectionDataKey` | data, see ``MultipeerConnectionData``; not where it is declined (S) | B2 |
/// | `MCNearbyServiceInviteIDKey` | integer, that of the invitation | B2 |
/// | `MCNearbyServiceMessageIDKey` | 2 | B2 |
/// | `MCNearbyServiceRecipientPeerIDKey` | data, see ``MultipeerPeerID`` | B2 |
/// | `MCNearbyServiceSenderPeerIDKey` | the same | B2 |
///
/// Other entries are kept, and written after these.
public struct MultipeerAnswer: Hashable, Sendable {
    /// The number of this message among those with property lists.
    public static let messageID: Int64 = 2

    /// Whether the invitation is accepted; false declines it.
    public var isAccepted: Bool
    /// The invitation that this answers.
    public var inviteID: Int64
    /// The peer that was invited and answers.
    public var sender: MultipeerPeerID
    /// The inviter.
    public var recipient: MultipeerPeerID
    /// The bytes of the sender's connection data, so that an answer with unreadable ones is still an answer.
    public var connectionData: [UInt8]?
    /// Entries with other keys, in their order. Those with a key of the message are not written.
    public var others: [BinaryPropertyList.Entry]

    /// The answer to the invitation of that ID; a declining one has no connection data (S).
    public init(
        isAccepted: Bool, inviteID: Int64, sender: MultipeerPeerID, recipient: MultipeerPeerID,
        connectionData: [UInt8]? = nil, others: [BinaryPropertyList.Entry] = []
    ) {
        (self.isAccepted, self.inviteID, self.sender) = (isAccepted, inviteID, sender)
        (self.recipient, self.connectionData, self.others) = (recipient, connectionData, others)
    }

    /// The connection data, or nil where there are none.
    ///
    /// - Throws: What ``MultipeerConnectionData`` throws, with offsets from its first byte, also for bytes that are
    ///   left over.
    public func readConnectionData() throws(WireError) -> MultipeerConnectionData? {
        try connectionData.map { (bytes) throws(WireError) in try MultipeerConnectionData(bytes: bytes) }
    }

    private static let keys = [
        MultipeerListKey.isAccepted, .connectionData, .inviteID, .messageID, .recipient, .sender,
    ]

    /// Reads all bytes that are left.
    ///
    /// - Throws: What the property list throws; `truncated` for a missing key, `invalidValue` for a value of another
    ///   type or another message ID, and what a peer throws.
    public init(parsing input: inout ByteReader) throws(WireError) {
        var fields = try MultipeerListFields(parsing: &input)
        try fields.integer(.messageID, expecting: Self.messageID)
        isAccepted = try fields.boolean(.isAccepted)
        inviteID = try fields.integer(.inviteID)
        sender = try fields.peer(.sender)
        recipient = try fields.peer(.recipient)
        connectionData = try fields.data(.connectionData)
        others = fields.others
    }

    /// - Throws: `tooLong` for a name of more than 255 bytes, or too many or too deep other entries.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var list = MultipeerListContent()
        list.add(.isAccepted, .boolean(isAccepted))
        list.add(.connectionData, connectionData.map { .data($0) })
        list.add(.inviteID, .integer(inviteID))
        list.add(.messageID, .integer(Self.messageID))
        try list.add(.recipient, recipient)
        try list.add(.sender, sender)
        try list.serialize(with: others, reserved: Self.keys, into: &output)
    }
}
