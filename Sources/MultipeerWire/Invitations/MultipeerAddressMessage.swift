import WireCoding

/// The addresses of an inviter whose invitation was accepted: the body of a message of type 2100, a binary property
/// list.
///
/// | key | value | confidence |
/// |---|---|---|
/// | `MCNearbyServiceConnectionDataKey` | data, see ``MultipeerConnectionData`` | B2 |
/// | `MCNearbyServiceInviteIDKey` | integer, that of the invitation | B2 |
/// | `MCNearbyServiceMessageIDKey` | 3 | B2 |
/// | `MCNearbyServiceRecipientPeerIDKey` | data, see ``MultipeerPeerID`` | B2 |
/// | `MCNearbyServiceSenderPeerIDKey` | the same | B2 |
///
/// Other entries are kept, and written after these. The report names the message `connectionData`.
public struct MultipeerAddressMessage: Hashable, Sendable {
    /// The number of this message among those with property lists.
    public static let messageID: Int64 = 3

    /// The invitation that this belongs to.
    public var inviteID: Int64
    /// The inviter, whose addresses these are.
    public var sender: MultipeerPeerID
    /// The peer that was invited.
    public var recipient: MultipeerPeerID
    /// The bytes of the sender's connection data.
    public var connectionData: [UInt8]
    /// Entries with other keys, in their order. Those with a key of the message are not written.
    public var others: [BinaryPropertyList.Entry]

    /// The message that follows an accepted invitation, with the bytes of a ``MultipeerConnectionData``.
    public init(
        inviteID: Int64, sender: MultipeerPeerID, recipient: MultipeerPeerID, connectionData: [UInt8],
        others: [BinaryPropertyList.Entry] = []
    ) {
        (self.inviteID, self.sender, self.recipient) = (inviteID, sender, recipient)
        (self.connectionData, self.others) = (connectionData, others)
    }

    /// The connection data.
    ///
    /// - Throws: What ``MultipeerConnectionData`` throws, with offsets from its first byte, also for bytes that are
    ///   left over.
    public func readConnectionData() throws(WireError) -> MultipeerConnectionData {
        try MultipeerConnectionData(bytes: connectionData)
    }

    private static let keys = [
        MultipeerListKey.connectionData, .inviteID, .messageID, .recipient, .sender,
    ]

    /// Reads all bytes that are left.
    ///
    /// - Throws: What the property list throws; `truncated` for a missing key, `invalidValue` for a value of another
    ///   type or another message ID, and what a peer throws.
    public init(parsing input: inout ByteReader) throws(WireError) {
        var fields = try MultipeerListFields(parsing: &input)
        try fields.integer(.messageID, expecting: Self.messageID)
        inviteID = try fields.integer(.inviteID)
        sender = try fields.peer(.sender)
        recipient = try fields.peer(.recipient)
        connectionData = try fields.requiredData(.connectionData)
        others = fields.others
    }

    /// - Throws: `tooLong` for a name of more than 255 bytes, or too many or too deep other entries.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var list = MultipeerListContent()
        list.add(.connectionData, .data(connectionData))
        list.add(.inviteID, .integer(inviteID))
        list.add(.messageID, .integer(Self.messageID))
        try list.add(.recipient, recipient)
        try list.add(.sender, sender)
        try list.serialize(with: others, reserved: Self.keys, into: &output)
    }
}
