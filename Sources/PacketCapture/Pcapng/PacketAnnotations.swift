import WireCoding

/// The options of a packet's block (draft-ietf-opsawg-pcapng §4.3).
public struct PacketAnnotations: Hashable, Sendable {
    /// The comments on the packet, in order (opt_comment).
    public var comments: [String] = []
    /// epb_flags.
    public var flags: PacketFlags?
    /// Packets lost between the interface's packet before this one and this one (epb_dropcount).
    public var dropCount: UInt64?
    /// The same for the same packet met at several interfaces (epb_packetid).
    public var packetID: UInt64?
    /// The queue of the interface that received it (epb_queue).
    public var queue: UInt32?
    /// The decisions about it (epb_verdict).
    public var verdicts: [PacketVerdict] = []
    /// The process that sent or receives it (Apple's option 0x8001).
    public var process: ProcessReference?
    /// The process on whose behalf that one does so (Apple's option 0x8003).
    public var effectiveProcess: ProcessReference?
    /// The service class, by the numbers of Apple's `SO_TRAFFIC_CLASS` (Apple's option 0x8002).
    public var serviceClass: UInt32?
    /// Apple's option 0x8004.
    public var metadataFlags: UInt32?
    /// The system's number for the connection (Apple's option 0x8005).
    public var flowID: UInt32?
    /// The first option that extends beyond the block or has the wrong length for its type, with its offset in the
    /// file. The others are still read, up to one that extends beyond the block.
    public var damage: CaptureError?

    /// The annotations of a packet whose block has no options.
    public init() {}
}

/// The flags of a packet (§4.3.1).
public struct PacketFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Which way the packet went, seen from the capturing system.
    public enum Direction: UInt8, Hashable, Sendable {
        /// The file does not say.
        case unknown
        /// Received by the capturing system.
        case inbound
        /// Sent by the capturing system.
        case outbound
        /// 3, which the draft does not define.
        case reserved
    }

    /// To whom a received packet was addressed.
    public struct ReceptionType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

        /// The file does not say.
        public static let unspecified = ReceptionType(rawValue: 0)
        /// To this station alone.
        public static let unicast = ReceptionType(rawValue: 1)
        /// To a group of stations.
        public static let multicast = ReceptionType(rawValue: 2)
        /// To all stations of the link.
        public static let broadcast = ReceptionType(rawValue: 3)
        /// To another station.
        public static let promiscuous = ReceptionType(rawValue: 4)
    }

    /// Errors found by the link layer.
    public struct LinkErrors: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The frame check sequence is wrong.
        public static let crc = LinkErrors(rawValue: 1 << 8)
        /// The frame is longer than the link allows.
        public static let tooLong = LinkErrors(rawValue: 1 << 9)
        /// The frame is shorter than the link allows.
        public static let tooShort = LinkErrors(rawValue: 1 << 10)
        /// The gap before the frame is wrong.
        public static let interFrameGap = LinkErrors(rawValue: 1 << 11)
        /// The frame does not end with a whole byte.
        public static let unaligned = LinkErrors(rawValue: 1 << 12)
        /// The delimiter before the frame is wrong.
        public static let startFrameDelimiter = LinkErrors(rawValue: 1 << 13)
        /// The preamble is wrong.
        public static let preamble = LinkErrors(rawValue: 1 << 14)
        /// A symbol on the line is wrong.
        public static let symbol = LinkErrors(rawValue: 1 << 15)
    }

    /// Which way the packet went (bits 0 and 1).
    public var direction: Direction { Direction(rawValue: UInt8(rawValue & 3)) ?? .reserved }
    /// To whom a received packet was addressed (bits 2 to 4).
    public var receptionType: ReceptionType { ReceptionType(rawValue: UInt8(rawValue >> 2 & 7)) }
    /// Bytes of frame check sequence at the packet's end, nil where the flags do not say; otherwise it counts instead
    /// of the interface's.
    public var frameCheckSequenceLength: Int? {
        let length = Int(rawValue >> 5 & 0xF)
        return length == 0 ? nil : length
    }
    /// Errors found by the link layer (bits 16 to 31).
    public var linkErrors: LinkErrors { LinkErrors(rawValue: UInt16(rawValue >> 16)) }
}

/// The decision of a filter or firewall about a packet (epb_verdict).
public struct PacketVerdict: Hashable, Sendable {
    /// The component that decided.
    @nonexhaustive
    public enum Source: Hashable, Sendable {
        /// The network card, by a verdict of its own.
        case hardware
        /// Linux eBPF at the traffic control hook; the verdict is a `TC_ACT_` number.
        case linuxTrafficControl
        /// Linux eBPF at the express data path; the verdict is an `XDP_` number.
        case linuxExpressDataPath
        /// Another component, by its number in the file.
        case other(UInt8)
    }

    /// The component that decided.
    public var source: Source
    /// The verdict without the source; a number of eBPF is little-endian.
    public var bytes: [UInt8]

    /// Nil for an empty value.
    init?(_ value: [UInt8]) {
        guard let type = value.first else { return nil }
        source =
            switch type {
            case 0: .hardware
            case 1: .linuxTrafficControl
            case 2: .linuxExpressDataPath
            default: .other(type)
            }
        bytes = Array(value.dropFirst())
    }

    /// The number of an eBPF verdict.
    public var number: UInt64? { bytes.count == 8 ? bytes.span.littleEndianUInt64(at: 0) : nil }
}

extension PacketAnnotations {
    /// Reads an option.
    ///
    /// - Returns: False where its value has not the length of its type.
    mutating func read(_ option: PcapngOption, isObsolete: Bool) -> Bool {
        switch option.code {
        case PcapngOption.Code.comment: comments.append(option.text)
        case PcapngOption.Code.packetFlags: flags = option.uint32.map(PacketFlags.init)
        // The obsolete packet block has comments, flags and hashes only.
        case _ where isObsolete: break
        case PcapngOption.Code.packetDropCount: return PcapngOption.set(&dropCount, option.uint64)
        case PcapngOption.Code.packetID: return PcapngOption.set(&packetID, option.uint64)
        case PcapngOption.Code.packetQueue: return PcapngOption.set(&queue, option.uint32)
        case PcapngOption.Code.packetVerdict:
            guard let verdict = PacketVerdict(option.value) else { return false }
            verdicts.append(verdict)
        case PcapngOption.Code.process:
            return PcapngOption.set(&process, option.uint32.map { ProcessReference(index: $0) })
        case PcapngOption.Code.effectiveProcess:
            return PcapngOption.set(&effectiveProcess, option.uint32.map { ProcessReference(index: $0) })
        case PcapngOption.Code.serviceClass: return PcapngOption.set(&serviceClass, option.uint32)
        case PcapngOption.Code.metadataFlags: return PcapngOption.set(&metadataFlags, option.uint32)
        case PcapngOption.Code.flowID: return PcapngOption.set(&flowID, option.uint32)
        default: break
        }
        return option.code != PcapngOption.Code.packetFlags || option.value.count == 4
    }
}
