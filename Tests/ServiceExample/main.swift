import ServiceDiscovery
import WireCoding

// ServiceExample 192.0.2.1 _ipp._tcp
// ServiceExample 192.0.2.1 _ipp._tcp Desk 631 kitchen
let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 6, let address = IPAddress(arguments[1]), !address.isIPv6 else {
    fatalError("usage: ServiceExample ADDRESS TYPE [NAME PORT HOST]")
}
let type = try ServiceType(validating: arguments[2])
var registration: ServiceRegistration?
if arguments.count == 6, let port = UInt16(arguments[4]) {
    let name = try ServiceInstanceName(instance: arguments[3], type: type)
    registration = try ServiceRegistration(name: name, port: port, host: .local)
}
try run(type, offering: registration, host: arguments.count == 6 ? arguments[5] : "monitor", address: address)
