import WireCoding

/// An invitation: the body of a message of type 2100, a binary property list.
///
/// | key | value | confidence |
/// |---|---|---|
/// | `MCNearbyServiceInviteContextKey` | data: the app's context; absent without one | S (E, L) |
/// | `MCNearbyServiceInviteIDKey` | integer, which the answer repeats | B2 |
/// | `MCNearbyServiceMessageIDKey` | 1 | B2 |
/// | `MCNearbyServiceRecipientPeerIDKey` | data, see ``MultipeerPeerID`` | B2 |
/// | `MCNearbyServiceSenderPeerIDKey` | the same | B2 |
///
/// The timeout of an invitation is not on the wire, and no source has a withdrawal.
///
/// Other entries are kept, and written after these.
public struct MultipeerInvitation: Hashable, Sendable {
    /// The number of this message among those with property lists.
    public static let messageID: Int64 = 1

    /// The inviter's counter. 0, 1 and far higher numbers were seen.
    public var inviteID: Int64
    /// The inviter: the browser.
    public var sender: MultipeerPeerID
    /// The peer that is invited: the advertiser.
    public var recipient: MultipeerPeerID
    /// The app's bytes, nil without any.
    public var context: [UInt8]?
    /// Entries with other keys, in their order. Those with a key of the message are not written.
    public var others: [BinaryPropertyList.Entry]

    /// An invitation; `context` is the app's own data, of any form.
    public init(
        inviteID: Int64, sender: MultipeerPeerID, recipient: MultipeerPeerID, context: [UInt8]? = nil,
        others: [BinaryPropertyList.Entry] = []
    ) {
        (self.inviteID, self.sender, self.recipient) = (inviteID, sender, recipient)
        (self.context, self.others) = (context, others)
    }

    private static let keys = [
        MultipeerListKey.context, .inviteID, .messageID, .recipient, .sender,
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
        context = try fields.data(.context)
        others = fields.others
    }

    /// - Throws: `tooLong` for a name of more than 255 bytes, or too many or too deep other entries.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var list = MultipeerListContent()
        list.add(.context, context.map { .data($0) })
        list.add(.inviteID, .integer(inviteID))
        list.add(.messageID, .integer(Self.messageID))
        try list.add(.recipient, recipient)
        try list.add(.sender, sender)
        try list.serialize(with: others, reserved: Self.keys, into: &output)
    }
}
