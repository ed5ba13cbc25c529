/// A process that sent or received packets, as macOS's tcpdump describes it in a separate block (0x80000001,
/// pcap/pcap-ng.h of Apple's libpcap).
///
/// ```
/// process ID 4 | options: name (2), UUID (4)
/// ```
public struct CaptureProcess: Hashable, Sendable {
    /// The section that describes it, an index as in ``CaptureSection/id``.
    public var section: Int
    /// Its place among the processes of its section, from 0 on, by which packets name it.
    public var index: Int
    /// The number of the process in the system that captured.
    public var processID: UInt32
    /// The name, of which the system keeps 15 bytes or so.
    public var name: String?
    /// The 16 bytes of the UUID of its program.
    public var uuid: [UInt8]?

    /// A process by its number, with what else is known of it.
    public init(section: Int = 0, index: Int = 0, processID: UInt32, name: String? = nil, uuid: [UInt8]? = nil) {
        self.section = section
        self.index = index
        self.processID = processID
        self.name = name
        self.uuid = uuid
    }

    /// Reads an option.
    ///
    /// - Returns: False where its value has not the length of its type.
    mutating func read(_ option: PcapngOption) -> Bool {
        switch option.code {
        case PcapngOption.Code.processName: name = option.text
        case PcapngOption.Code.processUUID:
            return PcapngOption.set(&uuid, option.value.count == 16 ? option.value : nil)
        default: break
        }
        return true
    }
}

/// A packet's process.
public struct ProcessReference: Hashable, Sendable {
    /// The place of its block in the section.
    public var index: UInt32
    /// Nil where the section has no such block before the packet.
    public var process: CaptureProcess?

    /// A reference by the place of the block.
    public init(index: UInt32, process: CaptureProcess? = nil) {
        self.index = index
        self.process = process
    }
}
