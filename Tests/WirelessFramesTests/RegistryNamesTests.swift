import Testing
import WirelessFrames

/// Numbers of registries, as people read them.
@Suite struct RegistryNamesTests {
    @Test func stepsOfDataPaths() {
        #expect(
            (5...9).map { NANActionSubtype(rawValue: $0).description } == [
                "data path request", "data path response", "data path confirm", "data path key installment",
                "data path termination",
            ])
        #expect(NANActionSubtype.rangingTermination.description == "ranging termination")
        #expect(NANActionSubtype.scheduleUpdateNotification.description == "schedule update notification")
    }

    @Test func eachNumberHasANameOfItsOwn() {
        #expect(Set((UInt8.min...(.max)).map { NANActionSubtype(rawValue: $0).description }).count == 256)
        #expect(Set((UInt8.min...(.max)).map { NANAttributeID(rawValue: $0).description }).count == 256)
        #expect(Set((UInt8.min...(.max)).map { AWDLDeviceClass(rawValue: $0).description }).count == 256)
    }

    @Test func classesOfDevices() {
        #expect((1...4).map { AWDLDeviceClass(rawValue: $0).description } == ["macOS", "iOS", "class 3", "watchOS"])
        #expect(AWDLDeviceClass.tvOS.description == "tvOS")
    }
}
