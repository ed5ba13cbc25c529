import WireCoding

extension NANAttribute.Value {
    /// The ID of attributes with such a value, nil where it is not tied to one.
    public var id: NANAttributeID? {
        switch self {
        case .masterIndication: .masterIndication
        case .cluster: .cluster
        case .serviceIDs: .serviceIDList
        case .serviceDescriptor: .serviceDescriptor
        case .serviceDescriptorExtension: .serviceDescriptorExtension
        case .deviceCapability: .deviceCapability
        case .dataPath: .dataPath
        case .dataPathExtension: .dataPathExtension
        case .availability: .availability
        case .dataCluster: .dataCluster
        case .dataLink: .dataLink
        case .dataLinkQoS: .dataLinkQoS
        case .elementContainer: .elementContainer
        case .cipherSuites: .cipherSuites
        case .securityContexts: .securityContexts
        case .sharedKeyDescriptor: .sharedKeyDescriptor
        case .other, .malformed: nil
        }
    }

    /// Reads the body of the attribute with that ID; bytes that are left over are left in the input.
    init(_ id: NANAttributeID, parsing input: inout ByteReader) throws(WireError) {
        switch id {
        case .masterIndication: self = .masterIndication(try NANMasterIndication(parsing: &input))
        case .cluster: self = .cluster(try NANClusterAttribute(parsing: &input))
        case .serviceIDList, .subscribeServiceIDList:
            var identifiers: [NANServiceID] = []
            while !input.isAtEnd { identifiers.append(try NANServiceID(parsing: &input)) }
            self = .serviceIDs(identifiers)
        case .serviceDescriptor: self = .serviceDescriptor(try NANServiceDescriptor(parsing: &input))
        case .serviceDescriptorExtension:
            self = .serviceDescriptorExtension(try NANServiceDescriptorExtension(parsing: &input))
        case .deviceCapability: self = .deviceCapability(try NANDeviceCapability(parsing: &input))
        case .dataPath: self = .dataPath(try NANDataPath(parsing: &input))
        case .dataPathExtension: self = .dataPathExtension(try NANDataPathExtension(parsing: &input))
        case .availability: self = .availability(try NANAvailability(parsing: &input))
        case .dataCluster: self = .dataCluster(try NANDataCluster(parsing: &input))
        case .dataLink: self = .dataLink(try NANDataLink(parsing: &input))
        case .dataLinkQoS: self = .dataLinkQoS(try NANDataLinkQoS(parsing: &input))
        case .elementContainer: self = .elementContainer(try NANElementContainer(parsing: &input))
        case .cipherSuites: self = .cipherSuites(try NANCipherSuites(parsing: &input))
        case .securityContexts:
            var contexts: [NANSecurityContext] = []
            while !input.isAtEnd { contexts.append(try NANSecurityContext(parsing: &input)) }
            self = .securityContexts(contexts)
        case .sharedKeyDescriptor: self = .sharedKeyDescriptor(try NANSharedKeyDescriptor(parsing: &input))
        default: self = .other(input.readRemainingBytes())
        }
    }

    /// Writes the body.
    func serialize(into output: inout ByteWriter) {
        switch self {
        case .masterIndication(let value): value.serialize(into: &output)
        case .cluster(let value): value.serialize(into: &output)
        case .serviceIDs(let identifiers): for identifier in identifiers { identifier.serialize(into: &output) }
        case .serviceDescriptor(let value): value.serialize(into: &output)
        case .serviceDescriptorExtension(let value): value.serialize(into: &output)
        case .deviceCapability(let value): value.serialize(into: &output)
        case .dataPath(let value): value.serialize(into: &output)
        case .dataPathExtension(let value): value.serialize(into: &output)
        case .availability(let value): value.serialize(into: &output)
        case .dataCluster(let value): value.serialize(into: &output)
        case .dataLink(let value): value.serialize(into: &output)
        case .dataLinkQoS(let value): value.serialize(into: &output)
        case .elementContainer(let value): value.serialize(into: &output)
        case .cipherSuites(let value): value.serialize(into: &output)
        case .securityContexts(let contexts): for context in contexts { context.serialize(into: &output) }
        case .sharedKeyDescriptor(let value): value.serialize(into: &output)
        case .other(let bytes), .malformed(let bytes, _): output.writeBytes(bytes)
        }
    }
}
