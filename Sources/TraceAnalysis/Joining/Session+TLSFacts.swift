import SealedChannels
import TraceModel

extension Session.TLS {
    init(_ facts: TLSHandshakeFacts) {
        self.init()
        version = (facts.version ?? facts.offeredVersions.max { $0.rawValue < $1.rawValue })?.description
        serverName = facts.serverName
        applicationProtocols =
            facts.applicationProtocol.map { [$0] } ?? (facts.hasEncryptedExtensions ? [] : facts.offeredProtocols)
        cipherSuite = facts.cipherSuite?.description
        if let certificate = facts.certificate {
            certificateNames = ([certificate.subject].compactMap(\.self) + certificate.dnsNames)
        }
        pskIdentity = facts.sharedIdentity
        alerts = facts.alerts.map(\.code.description)
    }
}
