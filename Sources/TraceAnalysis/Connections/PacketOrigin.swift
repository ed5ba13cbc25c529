import PacketCapture
import PacketDissection
import TraceModel
import WireCoding

/// The origin of a packet in Apple's captures: the interface and the process.
struct PacketOrigin: Equatable, Sendable {
    var interfaceName: String?
    var process: Session.Process?
    var effectiveProcess: Session.Process?

    /// From the header in front of the packet; nil without one.
    init?(_ packet: DissectedPacket, bytes: Span<UInt8>) {
        guard packet.protocols.contains(.pktap) else { return nil }
        var input = ByteReader(bytes)
        guard let header = try? PKTAPHeader(parsing: &input) else { return nil }
        interfaceName = header.interfaceName
        process = Self.process(header.processID, header.processName)
        effectiveProcess = Self.process(header.effectiveProcessID, header.effectiveProcessName)
    }

    /// From the options of the packet's block.
    init(_ annotations: PacketAnnotations) {
        process = Self.process(annotations.process)
        effectiveProcess = Self.process(annotations.effectiveProcess)
    }

    private static func process(_ number: Int32, _ name: String?) -> Session.Process? {
        number < 0 ? nil : Session.Process(processID: Int(number), name: name)
    }

    private static func process(_ reference: ProcessReference?) -> Session.Process? {
        reference?.process.map { Session.Process(processID: Int($0.processID), name: $0.name) }
    }
}

/// Numbers the interfaces that PKTAP headers name: what the file calls one interface may be all of a device's.
struct NamedInterfaces: Sendable {
    /// The number of names that are distinguished; packets of further ones count as those of the interface in the file.
    static let maximumNames = 1 << 10

    private var numbers: [String: Int] = [:]
    private(set) var names: [String] = []

    /// A number for flows on that interface.
    ///
    /// - Parameter interface: The interface in the file.
    mutating func number(of name: String, on interface: Int) -> Int {
        if let number = numbers[name] { return FlowKey.interface(interface, named: number) }
        guard names.count < Self.maximumNames else { return interface }
        names.append(name)
        numbers[name] = names.count
        return FlowKey.interface(interface, named: names.count)
    }
}
