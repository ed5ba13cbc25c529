import Foundation
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PacketCapture

@Suite struct CaptureCopyTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID())")

    /// Writes files, copies what is wanted of them, and reads the copy.
    private func copy(
        _ files: [[UInt8]], format: CaptureCopy.Format = .pcapng, secrets: [DecryptionSecrets] = [],
        where isWanted: (Int) -> Bool = { _ in true }
    ) throws -> [UInt8] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let overviews = try files.enumerated().map { number, bytes in
            let path = folder.appending(path: "\(number)").path
            try Data(bytes).write(to: URL(filePath: path))
            return try CaptureOverview(path: path)
        }
        let path = folder.appending(path: "copy").path
        let merge = CaptureMerge(overviews)
        let copy = try CaptureCopy(path: path, format: format, files: overviews.count, secrets: secrets)
        var goesOn = true
        while goesOn {
            goesOn = try merge.next { (packet, reader) throws(CaptureRecorderError) in
                if isWanted(packet.record.frame) { try copy.write(packet, of: reader) }
            } atEnd: { (file, reader) throws(CaptureRecorderError) in
                try copy.endFile(file, of: reader)
            }
        }
        try copy.finish(merge)
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// What is said of a packet, wherever its interface stands.
    private struct Said: Equatable {
        let time: Int64
        let isTimed: Bool
        let originalLength: Int
        let bytes: [UInt8]
        let options: [PcapngOption]
        let interface: [PcapngOption]
        let linkType: LinkType
        let snapLength: Int?
        let section: [PcapngOption]

        static func all(_ file: [UInt8]) -> [Said] {
            let pass = Pass(file)
            return pass.packets.map { packet in
                let interface = pass.interfaces[packet.record.interface]
                return Said(
                    time: packet.record.time, isTimed: packet.record.isTimed,
                    originalLength: packet.record.originalLength, bytes: packet.bytes, options: packet.options,
                    interface: interface.options, linkType: interface.linkType, snapLength: interface.snapLength,
                    section: interface.section < pass.sections.count ? pass.sections[interface.section].options : [])
            }
        }
    }

    @Test(arguments: 0..<40)
    func aCopyOfAllPacketsSaysTheSameOfEach(seed: Int) throws {
        let file = try PcapngCopyTests.file(seed: UInt64(seed))
        let copied = try copy([file])
        #expect(Said.all(copied) == Said.all(file))
        #expect(Pass(copied).error == nil)
        // What was copied once is copied byte for byte.
        #expect(try copy([copied]) == copied)
    }

    @Test(arguments: 0..<20)
    func aCopyOfSomePacketsSaysTheSameOfThese(seed: Int) throws {
        let file = try PcapngCopyTests.file(seed: UInt64(seed))
        var generator = SeededGenerator(seed: UInt64(seed))
        let wanted = Set((0..<6).map { _ in generator.number(in: 1...20) })
        let expected = Said.all(file).enumerated().filter { wanted.contains($0.offset + 1) }.map(\.element)
        #expect(Said.all(try copy([file]) { wanted.contains($0) }) == expected)
    }

    /// A picosecond is a thousandth of what the time of a record can tell.
    @Test(arguments: [12, 19, 0xBF, 0x8A, 3, 0] as [UInt8])
    func timestampsKeepTheirBits(resolution: UInt8) throws {
        var writer = PcapngWriter()
        var file = ByteWriter()
        writer.writeSection(into: &file)
        let interface = writer.writeInterface(
            linkType: .raw, resolution: TimestampResolution(rawValue: resolution), into: &file)
        let bytes: [UInt8] = [7]
        for ticks in [0, 1, 1_234_567_890_123_456_789, .max] as [UInt64] {
            try writer.writePacket(bytes.span, interface: interface, ticks: ticks, into: &file)
        }
        let copied = try copy([file.bytes])
        #expect(copied == file.bytes)
        var reader = try CaptureFile.open(bytes: copied).makeReader()
        #expect(reader.packetTicks == nil)
        var ticks: [UInt64?] = []
        while try reader.next() != nil { ticks.append(reader.packetTicks) }
        #expect(ticks == [0, 1, 1_234_567_890_123_456_789, .max])
    }

    @Test func packetsOfPcapKeepTheirClock() throws {
        for precision in [PcapWriter.Precision.microseconds, .nanoseconds] {
            let writer = PcapWriter(linkType: .raw, snapLength: 99, precision: precision, frameCheckSequenceLength: 4)
            var file = ByteWriter()
            writer.writeHeader(into: &file)
            let bytes: [UInt8] = [7, 8]
            try writer.writePacket(bytes.span, time: 1_700_000_000_123_456_000, originalLength: 60, into: &file)
            let pass = Pass(try copy([file.bytes]))
            #expect(pass.packets.map(\.record.time) == [1_700_000_000_123_456_000])
            #expect(pass.packets.map(\.record.originalLength) == [60])
            let interface = try #require(pass.interfaces.first)
            #expect(interface.resolution == (precision == .microseconds ? .microseconds : .nanoseconds))
            #expect(interface.snapLength == 99 && interface.frameCheckSequenceLength == 4)
            // And back.
            #expect(try copy([try copy([file.bytes])], format: .pcap(writer)) == file.bytes)
        }
    }

    /// A section with one interface, one process and a packet of it, and what opens and names it behind that.
    private func file(at time: Int64, processID: UInt32, dropped: UInt64) throws -> [UInt8] {
        var writer = PcapngWriter()
        var file = ByteWriter()
        writer.writeSection(options: [.application("test")], into: &file)
        writer.writeProcess(CaptureProcess(processID: processID, name: "p\(processID)"), into: &file)
        let interface = writer.writeInterface(linkType: .raw, name: "en0", into: &file)
        try writer.writeSecrets(DecryptionSecrets(.tlsKeyLog, bytes: [UInt8(processID)]), into: &file)
        let bytes: [UInt8] = [7]
        try writer.writePacket(
            bytes.span, interface: interface, time: time,
            options: [.comment("at \(time)"), PcapngOption(PcapngOption.Code.process, number: UInt32(0))], into: &file)
        writer.writeNameResolutions(
            [NameResolution(.ip(IPAddress(ipv4: processID)), names: ["n\(processID)"])], into: &file)
        try writer.writeStatistics(InterfaceStatistics(time: time, dropped: dropped), interface: interface, into: &file)
        return file.bytes
    }

    @Test func namesAndCountersAreCopiedAndSecretsAreNot() throws {
        let original = try file(at: 5, processID: 9, dropped: 3)
        let pass = Pass(try copy([original]))
        #expect(pass.nameResolutions.map(\.names) == [["n9"]])
        #expect(pass.secrets.isEmpty)
        #expect(pass.interfaces.map(\.dropped) == [3])
        #expect(pass.processes.map(\.processID) == [9])
        #expect(pass.sections.map(\.application) == ["test"])
        // Even when no packet is.
        let empty = Pass(try copy([original]) { _ in false })
        #expect(empty.packets.isEmpty && empty.error == nil)
        #expect(empty.interfaces.map(\.name) == ["en0"] && empty.secrets.isEmpty)
    }

    @Test func secretsThatAreGivenComeBeforeThePackets() throws {
        let secrets = [DecryptionSecrets(.tlsKeyLog, bytes: [1, 2, 3, 4, 5])]
        for files in [
            [try file(at: 5, processID: 9, dropped: 3)], try [5, 6].map { try file(at: $0, processID: 9, dropped: 3) },
        ] {
            let written = try copy(files, secrets: secrets)
            #expect(Pass(written).secrets == secrets && Pass(written).packets.count == files.count)
            #expect(try CaptureFile.open(bytes: written).leadingSecrets() == secrets)
        }
        // Where no packet is copied too.
        #expect(
            Pass(try copy([try file(at: 5, processID: 9, dropped: 3)], secrets: secrets) { _ in false }).secrets
                == secrets)
    }

    @Test func filesThatGoOnBecomeOneSection() throws {
        let files = try [(5, 9), (6, 8), (7, 9)].map { try file(at: Int64($0.0), processID: UInt32($0.1), dropped: 2) }
        let pass = Pass(try copy(files))
        #expect(pass.error == nil && pass.metadataDamage == nil)
        #expect(pass.sections.count == 1 && pass.interfaces.map(\.name) == ["en0"])
        #expect(pass.packets.map(\.annotations.comments) == [["at 5"], ["at 6"], ["at 7"]])
        #expect(pass.packets.map(\.annotations.process?.process?.processID) == [9, 8, 9])
        #expect(pass.processes.map(\.processID) == [9, 8])
        #expect(pass.interfaces.map(\.dropped) == [6])
        #expect(pass.secrets.isEmpty)
        #expect(Set(pass.nameResolutions.flatMap(\.names)) == ["n8", "n9"])
    }

    @Test func filesOfOtherClocksStayApart() throws {
        let files = try [PcapWriter.Precision.microseconds, .nanoseconds].enumerated().map { number, precision in
            let writer = PcapWriter(linkType: .raw, precision: precision)
            var file = ByteWriter()
            writer.writeHeader(into: &file)
            let bytes: [UInt8] = [7]
            try writer.writePacket(bytes.span, time: Int64(number) * 1000, into: &file)
            return file.bytes
        }
        let pass = Pass(try copy(files))
        #expect(pass.interfaces.map(\.resolution) == [.microseconds, .nanoseconds])
        #expect(pass.packets.map(\.record.time) == [0, 1000])
    }

    @Test func aPacketOfAnotherLinkTypeIsNotWritten() throws {
        let files = [try file(at: 5, processID: 1, dropped: 0)]
        #expect(throws: CaptureRecorderError.self) {
            try copy(files, format: .pcap(PcapWriter(linkType: .ethernet)))
        }
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        let path = folder.appending(path: "missing/copy").path
        #expect(throws: CaptureRecorderError(kind: .cannotCreate(ENOENT), path: path)) {
            try CaptureCopy(path: path, format: .pcapng, files: 1)
        }
    }
}
