import WireCoding

/// Makes the blocks of a pcapng file that has packets of others, with all that these say of them: their interfaces,
/// comments and other options, the names of addresses and processes. Their secrets stay behind: a copy opens no more than its
/// maker wants.
///
/// With one file, sections stay as they are. Packets of several files go into one section, which has the options of the
/// first; an interface is described once, in however many files it occurs.
///
/// Timestamps keep their bits, because interfaces keep their resolutions. Custom blocks, journal entries and the
/// options of name resolution blocks are not copied.
struct PcapngCopier {
    private let isMerge: Bool
    /// Whether nothing is said beside the packets but what they and their times need.
    private let isAnonymous: Bool
    /// Secrets that the copy has before its first packet; none once they are written.
    private var secrets: [DecryptionSecrets]
    private var writer = PcapngWriter()
    /// The section of the input whose packets are being copied; in a merge, 0 once the only one has begun.
    private var section: Int?
    /// With one file: the interfaces before this one are described, or belong to a section without packets.
    private var nextInterface = 0
    /// With one file: the first interface of the section.
    private var firstInterface = 0
    /// The number of each interface in the section, by its number in the input.
    private var numbers: [Int?] = []
    /// The snap length of each interface, by its number in the section.
    private var snapLengths: [Int] = []
    /// With one file: the index of the next process to describe; its processes keep their numbers.
    private var nextProcess = 0
    /// In a merge: the numbers of processes, by what they are described as.
    private var processes: [CaptureProcess: UInt32] = [:]
    /// For each file, how many of its names have been written.
    private var writtenNames: [Int: Int] = [:]

    /// - Parameters:
    ///   - isMerge: Whether packets of several files come.
    ///   - secrets: What the copy has before its packets.
    init(isMerge: Bool, isAnonymous: Bool = false, secrets: [DecryptionSecrets] = []) {
        self.isMerge = isMerge
        self.isAnonymous = isAnonymous
        self.secrets = secrets
    }

    /// Writes a packet, and before it what is not there yet of all that it depends on.
    ///
    /// - Parameters:
    ///   - bytes: Those of the packet, or others in their place.
    ///   - reader: The reader, which is at the packet.
    mutating func copy(
        _ packet: CaptureMerge.Packet, _ bytes: Span<UInt8>, of reader: borrowing CaptureReader,
        into output: inout ByteWriter
    ) throws(WireError) {
        let number = describe(packet, reader, into: &output)
        copyNames(ofFile: packet.file, reader, into: &output)
        let record = packet.record
        if !record.isTimed, number == 0, record.capturedLength == min(record.originalLength, snapLengths[0]) {
            try writer.writeSimplePacket(bytes, originalLength: record.originalLength, into: &output)
            return
        }
        let options = reader.hasPacketOptions ? options(of: reader, into: &output) : []
        if record.isTimed, reader.packetTicks == nil {
            try writer.writePacket(
                bytes, interface: number, time: record.time, originalLength: record.originalLength,
                options: options, into: &output)
        } else {
            // Without a time the zero of the clock is as good as any.
            try writer.writePacket(
                bytes, interface: number, ticks: reader.packetTicks ?? 0,
                originalLength: record.originalLength, options: options, into: &output)
        }
    }

    /// Writes the content of a file after its last packet.
    mutating func endFile(_ file: Int, of reader: borrowing CaptureReader, into output: inout ByteWriter) {
        if isMerge {
            if section == nil { begin(0, reader, into: &output) }
        } else {
            describeInterfaces(ofSection: section ?? 0, reader.interfaces, reader, into: &output)
            if section == nil { begin(0, reader, into: &output) }
        }
        copyNames(ofFile: file, reader, into: &output)
        if !isMerge { endSection(reader.interfaces, into: &output) }
        writtenNames[file] = nil
    }

    /// Writes the end of the copy.
    ///
    /// - Parameters:
    ///   - interfaces: As the merge has them in the end.
    ///   - time: Of the last packet.
    mutating func finish(_ interfaces: [CaptureInterface], at time: Int64, into output: inout ByteWriter) {
        if section == nil {
            // Nothing could be read.
            section = 0
            writer.writeSection(into: &output)
        }
        guard isMerge else { return }
        for (index, number) in numbers.enumerated() where index < interfaces.count {
            guard let number, var statistics = interfaces[index].statistics else { continue }
            if isAnonymous { statistics.comments = [] }
            statistics.time = time
            // A time that the clock cannot express omits the counters, not the packets.
            try? writer.writeStatistics(statistics, interface: number, into: &output)
        }
    }
}

// MARK: - Interfaces

extension PcapngCopier {
    /// Describes the packet's interface, unless that has been done.
    ///
    /// - Returns: Its number.
    private mutating func describe(
        _ packet: CaptureMerge.Packet, _ reader: borrowing CaptureReader, into output: inout ByteWriter
    ) -> Int {
        let index = isMerge ? packet.record.interface : packet.interfaceInFile
        if index < numbers.count, let number = numbers[index] { return number }
        let interfaces = reader.interfaces
        if isMerge {
            if section == nil { begin(0, reader, into: &output) }
            return add(interfaces[packet.interfaceInFile], index, into: &output)
        }
        describeInterfaces(
            ofSection: interfaces[packet.interfaceInFile].section, interfaces, reader, into: &output)
        return numbers[index] ?? 0
    }

    /// With one file: continues to a section and describes all of its known interfaces.
    private mutating func describeInterfaces(
        ofSection target: Int, _ interfaces: [CaptureInterface], _ reader: borrowing CaptureReader,
        into output: inout ByteWriter
    ) {
        while nextInterface < interfaces.count {
            let interface = interfaces[nextInterface]
            if interface.section > target { return }
            if interface.section == target, section != target {
                endSection(interfaces, into: &output)
                begin(target, reader, into: &output)
                firstInterface = nextInterface
            }
            if interface.section == section { _ = add(interface, nextInterface, into: &output) }
            nextInterface += 1
        }
    }

    private mutating func add(_ interface: CaptureInterface, _ index: Int, into output: inout ByteWriter) -> Int {
        let number = writer.writeInterface(isAnonymous ? interface.anonymous : interface, into: &output)
        while numbers.count <= index { numbers.append(nil) }
        numbers[index] = number
        snapLengths.append(interface.snapLength ?? .max)
        return number
    }

    private mutating func begin(_ target: Int, _ reader: borrowing CaptureReader, into output: inout ByteWriter) {
        let sections = reader.sections
        let isSaid = target < sections.count && !isAnonymous
        writer.writeSection(options: isSaid ? sections[target].options : [], into: &output)
        section = target
        snapLengths = []
        for secret in secrets {
            // Whoever gave them saw to their lengths.
            try? writer.writeSecrets(secret, into: &output)
        }
        secrets = []
    }

    /// Writes what the file says of the interfaces at the end of a section.
    private func endSection(_ interfaces: [CaptureInterface], into output: inout ByteWriter) {
        guard let section else { return }
        for index in firstInterface..<interfaces.count {
            let interface = interfaces[index]
            guard interface.section == section else { break }
            guard index < numbers.count, let number = numbers[index], var statistics = interface.statistics else {
                continue
            }
            if isAnonymous { statistics.comments = [] }
            // As above.
            try? writer.writeStatistics(statistics, interface: number, into: &output)
        }
    }
}

// MARK: - Names, processes

extension PcapngCopier {
    /// Writes the names of a file that were read since the last time.
    private mutating func copyNames(
        ofFile file: Int, _ reader: borrowing CaptureReader, into output: inout ByteWriter
    ) {
        guard !isAnonymous else { return }
        let names = reader.nameResolutions
        let written = writtenNames[file, default: 0]
        guard names.count > written else { return }
        writer.writeNameResolutions(Array(names[written...]), into: &output)
        writtenNames[file] = names.count
    }

    /// The options of the packet, which name processes by their numbers in the copy.
    private mutating func options(
        of reader: borrowing CaptureReader, into output: inout ByteWriter
    ) -> [PcapngOption] {
        var options = reader.packetOptions
        // The direction alone.
        if isAnonymous { return options.filter { $0.code == PcapngOption.Code.packetFlags && $0.value.count == 4 } }
        let codes = [PcapngOption.Code.process, PcapngOption.Code.effectiveProcess]
        guard options.contains(where: { codes.contains($0.code) }) else { return options }
        guard isMerge else {
            describeProcesses(reader.processes, into: &output)
            return options
        }
        let annotations = reader.packetAnnotations
        for (code, reference) in zip(codes, [annotations.process, annotations.effectiveProcess]) {
            guard let index = options.lastIndex(where: { $0.code == code }), let process = reference?.process,
                let number = number(of: process, into: &output)
            else { continue }
            options[index] = PcapngOption(code, number: number)
        }
        return options
    }

    /// With one file: describes all known processes of the section.
    private mutating func describeProcesses(_ known: [CaptureProcess], into output: inout ByteWriter) {
        while nextProcess < known.count {
            if known[nextProcess].section == section { writer.writeProcess(known[nextProcess], into: &output) }
            nextProcess += 1
        }
    }

    /// In a merge: the number of a process, which is described unless that has been done.
    ///
    /// - Returns: Nil for one more than readers keep.
    private mutating func number(of process: CaptureProcess, into output: inout ByteWriter) -> UInt32? {
        var key = process
        (key.section, key.index) = (0, 0)
        if let known = processes[key] { return known }
        guard processes.count < CaptureReader.maximumProcesses else { return nil }
        let number = UInt32(processes.count)
        processes[key] = number
        writer.writeProcess(process, into: &output)
        return number
    }
}
