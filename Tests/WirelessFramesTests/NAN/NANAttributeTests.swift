import Testing
import WireCoding
import WirelessFrames

/// What the attributes of the frames in `NANFrames` say.
@Suite struct NANAttributeTests {
    private func value<Body: NANAttributeBody>(_ id: NANAttributeID, of bytes: [UInt8]) throws -> Body? {
        try #require(try NANFrames.parse(bytes).frame.attributes.first(id)).value()
    }

    @Test func aBeaconSaysWhoIsMasterOfWhat() throws {
        let element = NANFrames.element
        #expect(
            try value(.masterIndication, of: element)
                == NANMasterIndication(masterPreference: 128, randomFactor: 77))
        #expect(
            try value(.serviceIDList, of: element)
                == NANServiceIDList([NANServiceID(name: "org.example.photos"), NANServiceID(name: "_http._tcp")]))
        guard let capability: NANDeviceCapability = try value(.deviceCapability, of: element) else {
            Issue.record("no device capability")
            return
        }
        #expect(capability.committedDW == 0x0109 && capability.supportedBands == 0x14)
        #expect(capability.txAntennas == 2 && capability.rxAntennas == 2 && capability.capabilities == 8)
    }

    @Test func aSubscribeHasFilters() throws {
        guard let descriptor: NANServiceDescriptor = try value(.serviceDescriptor, of: NANFrames.subscribe) else {
            Issue.record("no service descriptor")
            return
        }
        #expect(
            descriptor
                == NANServiceDescriptor(
                    serviceID: NANServiceID(name: "org.example.photos"), type: .subscribe, instanceID: 1,
                    matchingFilter: [Array("v1".utf8), []],
                    serviceResponseFilter: .init(control: 2, content: [2, 0x11, 0x22, 0x33, 0x44, 0x55])))
        #expect(descriptor.serviceResponseFilter?.isBloomFilter == false)
        #expect(descriptor.serviceResponseFilter?.includes == true)
    }

    @Test func aPublishHasAnExtension() throws {
        guard
            let descriptor: NANServiceDescriptorExtension = try value(
                .serviceDescriptorExtension, of: NANFrames.publish)
        else {
            Issue.record("no service descriptor extension")
            return
        }
        #expect(descriptor.control.dataPathRequired && descriptor.control.securityRequired)
        #expect(descriptor.serviceUpdateIndicator == 3)
        #expect(descriptor.rangeLimit == nil)
        #expect(descriptor.serviceInfo?.genericEntries == [.port(7970)])
    }

    @Test func availabilityHasTimesAndChannels() throws {
        guard let availability: NANAvailability = try value(.availability, of: NANFrames.publish) else {
            Issue.record("no availability")
            return
        }
        #expect(availability.mapID == 1 && availability.sequenceID == 4)
        let (committed, potential) = (availability.entries[0], availability.entries[1])
        #expect(committed.kind == 1 && committed.utilization == 7 && committed.rxNSS == 2)
        #expect(committed.timeBitmap?.bitDuration == 16 && committed.timeBitmap?.period == 512)
        #expect(potential.kind == 2 && potential.preference == 2 && potential.timeBitmap?.startOffset == 256)
        guard case .channels(let channels) = potential.list?.entries else {
            Issue.record("no channels")
            return
        }
        #expect(channels.map(\.channelNumbers) == [[149], [44]])
        #expect(committed.list == NANBandChannelList(channels: [.init(operatingClass: 81, channelBitmap: 0x20)]))
        guard let other: NANAvailability = try value(.availability, of: NANFrames.subscribe) else {
            Issue.record("no availability")
            return
        }
        #expect(other.entries[1].list == NANBandChannelList(bands: [2, 4]))
    }

    @Test func schedulesCountInUnitsOfTheirOwn() throws {
        guard let cluster: NANDataCluster = try value(.dataCluster, of: NANFrames.update) else {
            Issue.record("no data cluster")
            return
        }
        #expect(cluster.ndcID.description == "50:6f:9a:02:00:01")
        let bitmap = cluster.entries[0].timeBitmap
        #expect(bitmap.bitDuration == 32 && bitmap.period == 1024 && bitmap.startOffset == 64)
        #expect(cluster.entries[1] == .with { ($0.mapID, $0.timeBitmap) = (2, .init(control: 0x18, bitmap: [1])) })
    }

    @Test func aPeriodOfZeroDoesNotComeAgain() {
        #expect(NANTimeBitmap(control: 0, bitmap: []).period == 0)
        #expect(NANTimeBitmap(control: 0x38, bitmap: []).period == 8192)
        #expect(NANTimeBitmap(control: 0x7FC0, bitmap: []).startOffset == 8176)
        #expect(NANTimeBitmap(control: 4, bitmap: []).bitDuration == nil)
    }

    @Test func dataPathsAreSetUp() throws {
        guard let path: NANDataPathExtension = try value(.dataPathExtension, of: NANFrames.request) else {
            Issue.record("no data path")
            return
        }
        #expect(path.header.type == .request && path.header.publishID == 9)
        #expect(path.elements.first == .interfaceID(0x0CAA_BBFF_FECC_DDEF))
        guard case .serviceInfo(let info) = path.elements.last else {
            Issue.record("no service info")
            return
        }
        #expect(info.genericEntries == [.port(7970), .ipProtocol(6)])
        #expect(
            try value(.dataLinkQoS, of: NANFrames.request)
                == NANDataLinkQoS.with { $0.minimumSlots = 1 })
        #expect(
            try value(.sharedKeyDescriptor, of: NANFrames.request)
                == NANSharedKeyDescriptor.with { ($0.publishID, $0.key) = (9, [2, 0, 0, 0]) })
    }

    @Test func aResponseHasNoInterfaceUnlessItsControlSaysSo() throws {
        guard let path: NANDataPath = try value(.dataPath, of: NANFrames.rejection) else {
            Issue.record("no data path")
            return
        }
        #expect(path.header.type == .response && path.header.status == .rejected)
        #expect(path.header.reason.description == "data path rejected")
        #expect(path.header.responderNDI == nil)
        #expect(path.specificInfo?.count == 15)
    }

    @Test func securityIsNamed() throws {
        #expect(
            try value(.cipherSuites, of: NANFrames.publish)
                == NANCipherSuites(suites: [.init(suite: 1, publishID: 9)]))
        #expect(
            try value(.securityContexts, of: NANFrames.publish)
                == NANSecurityContexts([.with { ($0.publishID, $0.identifier) = (9, Array(0..<16)) }]))
        guard let container: NANElementContainer = try value(.elementContainer, of: NANFrames.publish) else {
            Issue.record("no elements")
            return
        }
        let capabilities = try #require(try container.elements.first?.value(as: HTCapabilitiesElement.self))
        #expect(capabilities.receiveStreams == 2)
    }

    @Test func eachAttributeHasOneBody() {
        let ids = NANAttribute.knownBodies.flatMap { [$0.id] + $0.otherIDs }
        #expect(Set(ids).count == ids.count)
    }

    @Test func aValueKnowsItsAttribute() {
        let value = NANMasterIndication(masterPreference: 1, randomFactor: 2)
        #expect(NANAttribute(value).id == .masterIndication)
        #expect(NANAttributeID.dataPathExtension.description == "NDP extension")
        #expect(NANAttributeID(rawValue: 17).description == "attribute 17")
    }

    @Test func genericServiceInfoHasItsKinds() throws {
        let uuid = Frames.bytes("000102030405060708090a0b0c0d0e0f")
        let data = Frames.bytes(
            "000200221f 01010011 02020061 62 03010063 0402000178 051000 000102030405060708090a0b0c0d0e0f 060200dead 07010000"
        )
        let info = NANServiceInfo(protocolType: NANServiceInfo.generic, data: data)
        let entries = try #require(info.genericEntries)
        #expect(
            entries == [
                .port(7970), .ipProtocol(17), .serviceName([0x61, 0x62]), .instanceName([0x63]), .text([1, 0x78]),
                .uuid(uuid), .blob([0xDE, 0xAD]), .other(number: 7, value: [0]),
            ])
        var written = ByteWriter()
        for entry in entries { entry.serialize(into: &written) }
        #expect(written.bytes == data)
        // A UUID of another length is none.
        let short = NANServiceInfo(protocolType: NANServiceInfo.generic, data: [5, 1, 0, 9])
        #expect(short.genericEntries == [.other(number: 5, value: [9])])
    }
}
