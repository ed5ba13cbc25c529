import DNSWire
import ServiceDiscovery

/// The facts about one name.
public struct NameReport: Encodable {
    enum Kind: String, Encodable {
        case instance
        case instanceLabel = "instance-label"
        case subtype
        case serviceTypeName = "service-type-name"
        case serviceType = "service-type"
        case typeEnumeration = "type-enumeration"
        case host

        /// For people.
        var title: String {
            switch self {
            case .instance: "the name of a service instance"
            case .instanceLabel: "the label of an instance, without type and domain"
            case .subtype: "the name of a subtype, which lists some instances"
            case .serviceTypeName: "the name that lists the instances of a type"
            case .serviceType: "a service type"
            case .typeEnumeration: "the name that lists the service types of a domain"
            case .host: "a host name"
            }
        }
    }

    struct Part: Encodable {
        let part: String
        let text: String
        /// The length of what is one label, without its length byte.
        let bytes: Int?
    }

    struct Rule: Encodable {
        let rule: String
        let summary: String
        /// The document and section, or whose behavior it is.
        let reference: String
        /// `information` is for what is right and more than a widespread responder copes with.
        let severity: RuleSeverity
        /// How the rule is broken, nil where it is kept.
        let violation: String?
    }

    struct Responder: Encodable {
        let responder: ResponderFamily
        /// The result for the label.
        let outcome: String
        /// The spelling of its library, nil if there is no whole name.
        let spelling: String?
    }

    /// A rule that could have put the number there.
    struct Origin: Encodable {
        let responder: ResponderFamily
        let label: String
        /// The least number.
        let conflicts: Int
    }

    let name: String
    let kind: Kind
    var parts: [Part] = []
    /// The bytes of the name on the wire, nil if it is not a whole name.
    var wireLength: Int?
    var rules: [Rule] = []
    /// Advice for a broken rule, if there is an obvious one.
    var advice: String?
    var responders: [Responder] = []
    var origins: [Origin] = []

    /// Whether a rule is broken that leaves no choice.
    public var isBroken: Bool { rules.contains { $0.severity == .must && $0.violation != nil } }

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// - Parameter text: A name in presentation form, or an instance's label as people see it.
    public init(_ text: String) {
        do throws(InstanceNameViolation) {
            self.init(try ServiceInstanceName(presentation: text))
        } catch {
            self.init(noInstance: text, error)
        }
    }

    private init(_ service: ServiceInstanceName) {
        self.init(service.description, .instance)
        parts = [
            Part("instance", service.instance), Part("type", service.type.relativeName),
            Part("domain", service.domain),
        ]
        wireLength = service.fullName.wireForm.count
        // Labels that should be one are shown as that.
        let whole = (try? service.replacingInstance(with: service.instance)) ?? service
        // A type may break several rules; each is listed in place of the general one. python-zeroconf's form is shown
        // for the name that it would be asked for.
        let violations =
            service.violations.filter { $0.rule != .serviceType }
            + whole.violations.filter { $0.rule == .zeroconfLabel }
        rules = InstanceNameRule.allCases.flatMap { rule in
            rule == .serviceType
                ? Self.rules(of: service.type.violations)
                : [Rule(rule, violations.first { $0.rule == rule })]
        }
        if whole != service { advice = "If the dots belong to the instance, write \(whole)" }
        responders = ResponderFamily.measured.map { family in
            Responder(
                responder: family,
                outcome: service.type.isAccepted(by: family)
                    ? family.acceptance(ofInstance: whole.instance).sentence : "refuses the type",
                spelling: whole.presentation(by: family))
        }
        origins = Self.origins(of: service.instance, .service)
    }

    /// A text that is not the name of a service instance.
    private init(noInstance text: String, _ violation: InstanceNameViolation) {
        let looksLikeService = text.contains("._")
        let name = DNSName(presentation: text)
        if let name, let type = ServiceTypeName(name) {
            self.init(name.presentation, .serviceTypeName)
            addType(type.type, type.domain)
            wireLength = name.wireForm.count
        } else if let name, let subtype = SubtypeName(name) {
            self.init(name.presentation, .subtype)
            parts = [Part("subtype", subtype.subtype)]
            addType(subtype.type, subtype.domain)
            wireLength = name.wireForm.count
        } else if let name, ServiceTypeName.isTypeEnumeration(name) {
            self.init(name.presentation, .typeEnumeration)
            wireLength = name.wireForm.count
        } else if text.first == "_" {
            self.init(text, .serviceType)
            if let type = try? ServiceType(validating: text) { parts = [Part("type", type.relativeName)] }
            rules = Self.rules(of: ServiceType.violations(in: text))
            responders = ResponderFamily.measured.map { family in
                Responder(type: ServiceType.isAccepted(text, by: family), family)
            }
        } else if let parts = ServiceInstanceName.unlimitedParts(ofPresentation: text) {
            self.init(text, .instance)
            addLabel(parts.instance)
            addInstanceType(parts.typeName)
        } else if looksLikeService {
            self.init(text, .instance)
            rules = [Rule(violation.rule, violation)]
        } else if Self.isLocal(text) {
            self.init(text, .host)
            addHost(name, violation)
        } else {
            self.init(text, .instanceLabel)
            addLabel(Array(text.utf8))
        }
    }

    private static func isLocal(_ text: String) -> Bool {
        let lowered = text.lowercased()
        return lowered.hasSuffix(".local") || lowered.hasSuffix(".local.")
    }

    private mutating func addType(_ type: ServiceType, _ domain: DNSName) {
        parts += [Part("type", type.relativeName), Part("domain", domain)]
        rules = Self.rules(of: type.violations)
        responders = ResponderFamily.measured.map { Responder(type: type.isAccepted(by: $0), $0) }
    }

    private static func rules(of violations: [ServiceTypeViolation]) -> [Rule] {
        guard !violations.isEmpty else { return [Rule(.serviceType, nil)] }
        return violations.map { violation in
            Rule(
                rule: InstanceNameRule.serviceType.rawValue, summary: InstanceNameRule.serviceType.summary,
                reference: violation.reference, severity: .must, violation: violation.description)
        }
    }

    private mutating func addLabel(_ label: [UInt8]) {
        parts = [Part("instance", label)]
        var violations = ServiceInstanceName.violations(ofInstance: label)
        var concerned: [InstanceNameRule] = [.instanceLength, .encoding, .controlCharacters, .normalization]
        switch ResponderFamily.zeroconf.acceptance(ofInstance: label) {
        // A name that is not sent is neither one label nor several.
        case .refused: break
        case .split(let labels):
            violations.append(.splitByZeroconf(labels: labels.count))
            concerned.append(.zeroconfLabel)
        case .unchanged, .cut, .computerName: concerned.append(.zeroconfLabel)
        }
        rules = concerned.map { rule in Rule(rule, violations.first { $0.rule == rule }) }
        responders = ResponderFamily.measured.map { family in
            Responder(responder: family, outcome: family.acceptance(ofInstance: label).sentence, spelling: nil)
        }
        origins = Self.origins(of: label, .service)
    }

    /// Adds the facts that the instance's label alone does not show.
    private mutating func addInstanceType(_ typeName: ServiceTypeName) {
        parts += [Part("type", typeName.type.relativeName), Part("domain", typeName.domain)]
        rules += Self.rules(of: typeName.type.violations)
        responders = responders.map { responder in
            typeName.type.isAccepted(by: responder.responder)
                ? responder : Responder(type: false, responder.responder)
        }
    }

    private mutating func addHost(_ name: DNSName?, _ violation: InstanceNameViolation) {
        guard let name else {
            rules = [Rule(violation.rule, violation)]
            return
        }
        let labels = name.labels
        let host = labels[0]
        wireLength = name.wireForm.count
        parts = [Part("host", host), Part("domain", name.droppingFirst())]
        let isPlain = host.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & ~0x20) || $0 == 0x2D
        }
        let hasEdge = host.first == 0x2D || host.last == 0x2D
        rules = [
            Rule(.labelLength, nil), Rule(.nameLength, nil),
            Rule(
                rule: "host-single-label", summary: "the name is one label and .local", reference: "RFC 6762 §3",
                severity: .should,
                violation: labels.count == 2 ? nil : "there are \(labels.count - 1) labels before local"),
            Rule(
                rule: "host-characters",
                summary: "the host has only letters, digits and hyphens, and no hyphen at its ends",
                reference: "RFC 1123 §2.1", severity: .should,
                violation: isPlain && !hasEdge ? nil : "other programs may not accept it as a host name"),
        ]
        origins = Self.origins(of: host, .host)
    }

    private static func origins(of label: [UInt8], _ subject: RenameRule.Subject) -> [Origin] {
        RenameRule.all.filter { $0.subject == subject }.compactMap { rule in
            rule.origin(of: label).map {
                Origin(
                    responder: rule.family, label: String(decoding: $0.label, as: UTF8.self), conflicts: $0.conflicts)
            }
        }
    }
}

extension NameReport.Part {
    fileprivate init(_ part: String, _ label: [UInt8]) {
        self.init(part: part, text: String(decoding: label, as: UTF8.self), bytes: label.count)
    }

    /// A part of several labels, without the dot at its end.
    fileprivate init(_ part: String, _ name: DNSName) {
        self.init(part: part, text: String(name.presentation.dropLast()), bytes: nil)
    }
}

extension NameReport.Responder {
    fileprivate init(type isAccepted: Bool, _ family: ResponderFamily) {
        self.init(
            responder: family, outcome: isAccepted ? "accepts services of the type" : "refuses the type", spelling: nil)
    }
}

extension NameReport.Rule {
    fileprivate init(_ rule: InstanceNameRule, _ violation: InstanceNameViolation?) {
        self.init(
            rule: rule.rawValue, summary: rule.summary, reference: rule.reference, severity: rule.severity,
            violation: violation?.description)
    }
}

extension InstanceAcceptance {
    /// The responder's behavior, as the end of a sentence.
    fileprivate var sentence: String {
        let text = { (label: [UInt8]) in "\"\(String(decoding: label, as: UTF8.self))\"" }
        switch self {
        case .unchanged: return "accepts it unchanged"
        case .computerName: return "uses the computer's name instead"
        case .cut(let label): return "cuts it to \(text(label)), \(label.count) bytes"
        case .split(let labels):
            return "sends it as \(labels.count) labels: \(labels.map(text).joined(separator: ", "))"
        case .refused(let violation): return "refuses it: \(violation)"
        }
    }
}
