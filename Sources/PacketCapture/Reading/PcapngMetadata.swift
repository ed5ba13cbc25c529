import WireCoding

/// The content of a pcapng file other than its packets, within limits that no file can lift.
///
/// Damage in here does not end the reading: the block's own lengths were right, so the packets after it are. The first
/// damage is kept.
struct PcapngMetadata: Sendable {
    private(set) var sections: [CaptureSection] = []
    private(set) var nameResolutions: [NameResolution] = []
    private(set) var secrets: [DecryptionSecrets] = []
    /// Bytes of secrets, their padding and options that were left out.
    private(set) var omittedSecretBytes = 0
    private(set) var processes: [CaptureProcess] = []
    private(set) var damage: CaptureError?
    private(set) var currentSection = -1
    /// The index of the current section's first process, and how many it has, those included that were left out.
    private var firstProcess = 0
    private var processesInSection = 0
    private var secretBytes = 0
    /// Bytes of blocks that may still be kept.
    private(set) var room = CaptureReader.maximumMetadataLength

    typealias Block = PcapngDecoder.Block

    /// Reserves room for the content of a block of that many bytes; false if there is none.
    mutating func take(_ count: Int) -> Bool {
        guard count <= room else { return false }
        room -= count
        return true
    }

    mutating func note(_ error: CaptureError) {
        if damage == nil { damage = error }
    }

    /// A process of the current section, nil for one that it has not described.
    func process(_ index: UInt32) -> CaptureProcess? {
        let index = firstProcess &+ Int(index)
        return index < processes.count ? processes[index] : nil
    }

    mutating func beginSection(_ window: Span<UInt8>, _ block: Block, _ byteOrder: ByteOrder) {
        currentSection += 1
        firstProcess = processes.count
        processesInSection = 0
        guard sections.count < CaptureReader.maximumSections, take(block.count) else { return }
        var section = CaptureSection(id: currentSection, byteOrder: byteOrder)
        section.read(options(window, block, byteOrder, from: 24))
        sections.append(section)
    }

    private mutating func options(
        _ window: Span<UInt8>, _ block: Block, _ byteOrder: ByteOrder, from start: Int
    ) -> [PcapngOption] {
        let (options, damage) = PcapngOptionReader.all(block.type, byteOrder, window, from: start, to: block.end)
        if let damage { note(block.damaged(damage.0, at: damage.position)) }
        return options
    }

    /// §4.5: records (type 2, length 2, value padded to 4) up to one of the type 0, then options.
    mutating func readNames(_ window: Span<UInt8>, _ block: Block, _ byteOrder: ByteOrder) {
        guard take(block.count) else { return }
        var position = 8
        while position &+ 4 <= block.end {
            let type = byteOrder.readUInt16(window, at: position)
            let length = Int(byteOrder.readUInt16(window, at: position &+ 2))
            if type == 0 { return }
            let start = position &+ 4
            guard length <= block.end &- start else {
                note(block.damaged(.recordLength(UInt32(length), available: block.end &- start), at: position))
                return
            }
            if let names = NameResolution(type: type, window.copied(start..<start &+ length)) {
                guard nameResolutions.count < CaptureReader.maximumNameResolutions else { return }
                nameResolutions.append(names)
            } else if (1...4).contains(type) {
                note(block.damaged(.recordLength(UInt32(length), available: block.end &- start), at: position))
            }
            position = start &+ (length &+ 3) & ~3
        }
    }

    /// §4.8: type 4, length 4, secrets padded to 4, options.
    mutating func readSecrets(_ window: Span<UInt8>, _ block: Block, _ byteOrder: ByteOrder) {
        guard block.count >= 20 else {
            note(block.damaged(.blockLength(UInt32(truncatingIfNeeded: block.count))))
            return
        }
        let length = byteOrder.readUInt32(window, at: 12)
        let available = block.end &- 16
        guard Int(length) <= available else {
            note(block.damaged(.recordLength(length, available: available), at: 12))
            return
        }
        guard Int(length) <= CaptureReader.maximumSecretsLength &- secretBytes, take(block.count) else {
            leaveOut(.secrets, block.count)
            return
        }
        secretBytes &+= Int(length)
        let kind = DecryptionSecrets.Kind(rawValue: byteOrder.readUInt32(window, at: 8))
        secrets.append(DecryptionSecrets(kind, bytes: window.copied(16..<16 &+ Int(length))))
    }

    /// Process ID 4, options.
    mutating func readProcess(_ window: Span<UInt8>, _ block: Block, _ byteOrder: ByteOrder) {
        // Behind a process that was left out, indices no longer lead to the right one.
        let isNext = processes.count == firstProcess &+ processesInSection
        processesInSection &+= 1
        guard block.count >= 16 else {
            note(block.damaged(.blockLength(UInt32(truncatingIfNeeded: block.count))))
            return
        }
        guard isNext, processes.count < CaptureReader.maximumProcesses, take(block.count) else { return }
        var process = CaptureProcess(
            section: currentSection, index: processesInSection &- 1, processID: byteOrder.readUInt32(window, at: 8))
        for option in options(window, block, byteOrder, from: 12) where !process.read(option) {
            note(block.damaged(option.wrongLength, at: 12))
        }
        processes.append(process)
    }

    /// Counts a block for which there is no room, so it need not be in memory.
    mutating func leaveOut(_ type: PcapngBlockType, _ count: Int) {
        switch type {
        case .secrets: omittedSecretBytes &+= max(0, count &- 20)
        case .process: processesInSection &+= 1
        default: break
        }
    }
}
