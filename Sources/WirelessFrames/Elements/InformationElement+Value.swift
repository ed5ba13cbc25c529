import WireCoding

extension InformationElement {
    /// The decoded body of an element. Only elements that name networks and their capabilities are decoded.
    public enum Value: Hashable, Sendable {
        /// The name of the network, at most 32 bytes of any encoding; empty where it is hidden (§9.4.2.2).
        case ssid([UInt8])
        /// Element 1 (§9.4.2.3).
        case supportedRates([SupportedRate])
        /// Element 50 (§9.4.2.13).
        case extendedSupportedRates([SupportedRate])
        /// The channel of a 2.4 GHz radio (§9.4.2.4).
        case dsParameterSet(channel: UInt8)
        case country(CountryElement)
        case htCapabilities(HTCapabilitiesElement)
        case htOperation(HTOperationElement)
        case vhtCapabilities(VHTCapabilitiesElement)
        case vhtOperation(VHTOperationElement)
        case heCapabilities(HECapabilitiesElement)
        case vendorSpecific(VendorElement)
    }

    /// The longest name of a network.
    public static let maximumSSIDLength = 32

    /// The decoded element, nil if its number is not among those of ``Value``.
    ///
    /// Bytes after the known fields of an element with capabilities are ignored, as the standard requires for unknown
    /// later fields (§9.4.2.1).
    ///
    /// - Parameter baseOffset: The offset of the body in the frame, for errors.
    /// - Throws: `truncated` when the body is too short, `tooLong` for a name of more than 32 bytes.
    public func value(baseOffset: Int = 0) throws(WireError) -> Value? {
        var input = ByteReader(body.span, baseOffset: baseOffset, limit: "element length")
        switch id {
        case .ssid:
            guard body.count <= Self.maximumSSIDLength else {
                throw input.error(.tooLong(length: body.count, maximum: Self.maximumSSIDLength), "SSID")
            }
            return .ssid(body)
        case .supportedRates: return .supportedRates(body.map(SupportedRate.init(rawValue:)))
        case .extendedSupportedRates: return .extendedSupportedRates(body.map(SupportedRate.init(rawValue:)))
        case .dsParameterSet: return .dsParameterSet(channel: try input.readUInt8("DS parameter channel"))
        case .country: return .country(try CountryElement(parsing: &input))
        case .htCapabilities: return .htCapabilities(try HTCapabilitiesElement(parsing: &input))
        case .htOperation: return .htOperation(try HTOperationElement(parsing: &input))
        case .vhtCapabilities: return .vhtCapabilities(try VHTCapabilitiesElement(parsing: &input))
        case .vhtOperation: return .vhtOperation(try VHTOperationElement(parsing: &input))
        case .vendorSpecific: return .vendorSpecific(try VendorElement(parsing: &input))
        case .extension:
            guard idExtension == .heCapabilities else { return nil }
            try input.skip(1, "element ID extension")
            return .heCapabilities(try HECapabilitiesElement(parsing: &input))
        default: return nil
        }
    }

    /// The element that says so.
    public init(_ value: Value) {
        var written = ByteWriter()
        switch value {
        case .ssid(let name): written.writeBytes(name)
        case .supportedRates(let rates), .extendedSupportedRates(let rates): written.writeBytes(rates.map(\.rawValue))
        case .dsParameterSet(let channel): written.writeUInt8(channel)
        case .country(let country): country.serialize(into: &written)
        case .htCapabilities(let capabilities): capabilities.serialize(into: &written)
        case .htOperation(let operation): operation.serialize(into: &written)
        case .vhtCapabilities(let capabilities): capabilities.serialize(into: &written)
        case .vhtOperation(let operation): operation.serialize(into: &written)
        case .heCapabilities(let capabilities):
            written.writeUInt8(ElementIDExtension.heCapabilities.rawValue)
            capabilities.serialize(into: &written)
        case .vendorSpecific(let vendor): vendor.serialize(into: &written)
        }
        self.init(id: value.id, body: written.bytes)
    }
}

extension InformationElement.Value {
    /// The number of the element that says so.
    public var id: ElementID {
        switch self {
        case .ssid: .ssid
        case .supportedRates: .supportedRates
        case .extendedSupportedRates: .extendedSupportedRates
        case .dsParameterSet: .dsParameterSet
        case .country: .country
        case .htCapabilities: .htCapabilities
        case .htOperation: .htOperation
        case .vhtCapabilities: .vhtCapabilities
        case .vhtOperation: .vhtOperation
        case .heCapabilities: .extension
        case .vendorSpecific: .vendorSpecific
        }
    }
}
