import DNSWire
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct DiscoveryGeneratorTests {
    @Test func plausibleTypesAndNamesKeepTheRules() {
        let types = Generator<ServiceType>.plausible.values(seed: 1, count: 200)
        #expect(types.allSatisfy { $0.violations.isEmpty })
        let names = Generator<ServiceInstanceName>.plausible.values(seed: 1, count: 200)
        #expect(names.allSatisfy { $0.domain == .local && $0.instanceText.utf8.elementsEqual($0.instance) })
    }

    @Test func extremeTypesBreakTheRules() {
        let violations = Generator<ServiceType>.extreme.values(seed: 1, count: 300).flatMap(\.violations)
        let kinds = Set(violations.map { Mirror(reflecting: $0).children.first?.label ?? "\($0)" })
        #expect(kinds.count >= 4)
    }

    @Test func namesAreTheSameAfterTheirText() throws {
        for generator in [Generator<ServiceInstanceName>.plausible, .extreme] {
            for name in generator.values(seed: 1, count: 300) {
                #expect(ServiceInstanceName(name.fullName) == name)
                #expect(try ServiceInstanceName(presentation: name.description) == name)
            }
        }
    }

    @Test func informationIsTheSameAfterItsRecord() {
        for generator in [Generator<DiscoveryInfo>.plausible, .extreme] {
            for info in generator.values(seed: 1, count: 100) {
                let (read, losses) = DiscoveryInfo.read(info.record)
                #expect(read == info && losses.isEmpty)
            }
        }
        #expect(Generator<DiscoveryInfo>.extreme.values(seed: 1, count: 100).contains { $0.values.isEmpty })
        #expect(Generator<DiscoveryInfo>.extreme.values(seed: 1, count: 100).contains { $0.values.count == 200 })
    }
}
