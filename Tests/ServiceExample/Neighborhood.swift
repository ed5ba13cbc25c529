import ServiceDiscovery
import WireCoding

/// Prints what becomes of the services of a type and, if it is given one, offers a service, to which it says goodbye when
/// there is input.
func run(_ type: ServiceType, offering registration: ServiceRegistration?, host: String, address: IPAddress) throws {
    let link = MulticastSocket(on: address)
    var browser = ServiceBrowser(sharesPort: link.isShared)
    var responder = try ServiceResponder(host: host, sharesPort: link.isShared)
    var generator = SystemRandomNumberGenerator()
    var findings = browser.join(1, at: link.now, using: &generator)
    findings += try browser.browse(type, at: link.now, using: &generator)
    var claims = registration == nil ? [] : responder.join(1, addresses: [address], at: link.now, using: &generator)
    if let registration { claims += try responder.publish(registration, at: link.now, using: &generator).actions }
    while true {
        var wakeUps: [Int64] = []
        for action in findings {
            switch action {
            case .send(let message): link.send(message)
            case .wait(let time): wakeUps.append(time)
            default: print(action)
            }
        }
        for action in claims {
            switch action {
            case .send(let message): link.send(message)
            case .wait(let time): wakeUps.append(time)
            default: print(action)
            }
        }
        if let (message, origin) = link.receive(until: wakeUps.min()) {
            findings = browser.receive(message, from: origin, at: link.now, using: &generator)
            claims = responder.receive(message, from: origin, at: link.now, using: &generator)
        } else if link.hasInput {
            let farewell = responder.withdrawAll(at: link.now, using: &generator)
            for case .send(let message) in farewell { link.send(message) }
            return
        } else {
            findings = browser.timer(at: link.now, using: &generator)
            claims = responder.timer(at: link.now, using: &generator)
        }
    }
}
