import TraceModel
import WireCoding
import WirelessFrames

/// Puts together who offers and who looks for each service of Wi-Fi Aware.
struct NANServiceRoles {
    /// In the order in which they were named first.
    private(set) var services: [NANReport.Service] = []
    private var places: [NANServiceID: Int] = [:]
    private let names: [NANServiceID: String]

    /// - Parameter names: The names of those services that are known.
    init(names: [NANServiceID: String]) {
        self.names = names
    }

    /// Adds what one node names.
    ///
    /// Takes time for these offers alone, however many nodes name the same services.
    mutating func add(_ offers: [NANNodeHistory.Offer], of address: LinkAddress) {
        let text = address.description
        for offer in offers {
            let place = place(of: offer.service)
            switch offer.type {
            case .publish: services[place].publishers.append(text)
            case .subscribe: services[place].subscribers.append(text)
            case .followUp, nil: break
            }
        }
    }

    private mutating func place(of service: NANServiceID) -> Int {
        if let place = places[service] { return place }
        places[service] = services.count
        services.append(
            NANReport.Service(
                serviceID: service.description, name: names[service], publishers: [], subscribers: []))
        return services.count - 1
    }
}
