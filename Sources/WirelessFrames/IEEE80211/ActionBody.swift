import WireCoding

/// The body of an action frame (IEEE 802.11 §9.3.3.13, §9.4.1.11).
///
/// | bytes | field | where |
/// |---|---|---|
/// | 1 | category | |
/// | 1 | action | not in categories 126 and 127 |
/// | 3 | organization | categories 126 and 127, and action 9 of 4 and 9 |
/// | … | content | |
public struct ActionBody: Hashable, Sendable {
    /// The part of the standard that the action belongs to, or that a vendor defines it.
    public var category: Category
    /// Nil in the categories of vendors.
    public var action: UInt8?
    /// 24 bits, nil where the standard defines the content.
    public var organization: UInt32?
    /// The bytes to the end of the body.
    public var content: [UInt8]

    /// The category of an action frame (IEEE 802.11 §9.4.1.11, table 9-47).
    @frozen
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// 3: agreements on block acknowledgments.
        @inlinable public static var blockAck: Category { Category(rawValue: 3) }
        /// 4: actions between stations that need not be associated, those of Wi-Fi Aware among them.
        @inlinable public static var publicAction: Category { Category(rawValue: 4) }
        /// 9: public actions that are encrypted between two stations.
        @inlinable public static var protectedDualPublicAction: Category { Category(rawValue: 9) }
        /// 126: encrypted actions that an organization defines.
        @inlinable public static var protectedVendorSpecific: Category { Category(rawValue: 126) }
        /// 127: actions that an organization defines, those of AWDL among them.
        @inlinable public static var vendorSpecific: Category { Category(rawValue: 127) }

        /// Whether an organization follows immediately.
        public var isVendorSpecific: Bool { rawValue == 126 || rawValue == 127 }
        var isPublic: Bool { rawValue == 4 || rawValue == 9 }
    }

    /// The frame of an organization.
    public init(category: Category = .vendorSpecific, organization: UInt32, content: [UInt8]) {
        self.category = category
        action = category.isVendorSpecific ? nil : Self.vendorAction
        self.organization = organization & 0xFF_FFFF
        self.content = content
    }

    /// A frame that the standard defines.
    public init(category: Category, action: UInt8, content: [UInt8]) {
        self.category = category
        self.action = action
        organization = nil
        self.content = content
    }

    /// The public action whose content an organization defines.
    public static let vendorAction: UInt8 = 9

    /// - Throws: `truncated` when a field is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        category = Category(rawValue: try input.readUInt8("action category"))
        if !category.isVendorSpecific { action = try input.readUInt8("action") }
        if category.isVendorSpecific || category.isPublic && action == Self.vendorAction {
            organization = try input.readUInt24("action organization")
        }
        content = input.readRemainingBytes()
    }

    /// Writes the fields that are not nil, then the content.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(category.rawValue)
        if let action { output.writeUInt8(action) }
        if let organization { output.writeUInt24(organization) }
        output.writeBytes(content)
    }
}
