import PacketCapture
import WireCoding
import WireSimulation
import WireTesting

extension FuzzTarget {
    static let pcap = FuzzTarget(
        name: "pcap", maximumLength: 4096, mutators: Mutator.captures + Mutator.byteLevel,
        seeds: { [SampleCaptures.mesh().bytes, SampleCaptures.radio(), SampleCaptures.empty] },
        run: { CaptureReading.check($0) })

    static let pcapng = FuzzTarget(
        name: "pcapng", maximumLength: 4096, mutators: Mutator.captures + Mutator.byteLevel,
        seeds: { [SampleCaptures.pcapng(isFull: true), SampleCaptures.pcapng(isFull: false)] },
        run: { CaptureReading.check($0) })

    /// gzip, zstd and lz4 of captures. No mutators of its own: checksums make most changes of packed bytes fail early,
    /// and libFuzzer's tables of compared values get past those of lengths.
    static let compressed = FuzzTarget(
        name: "compressed", maximumLength: 4096, seeds: { SampleCaptures.compressed },
        run: { CaptureReading.check($0) })
}

/// Two passes over a capture in memory, packet by packet and in batches, which have to tell the same.
private enum CaptureReading {
    private struct Packet: Equatable {
        var record: PacketRecord
        var linkType: LinkType
        var bytes: [UInt8]
    }

    /// Compressed captures unpack to a thousand times their size and more: what is compared ends here.
    private static let maximumOffset = 1 << 20

    static func check(_ bytes: [UInt8]) {
        guard let single = read(bytes), let batched = readBatches(bytes) else { return }
        // Batches end where the buffer does, and so one pass may have got further than the other when both had enough.
        let count = min(single.packets.count, batched.packets.count)
        require(
            single.packets[..<count] == batched.packets[..<count], "Batches have the packets that single reading has")
        guard single.isWhole, batched.isWhole else { return }
        require(single.packets.count == batched.packets.count, "Batches have as many packets as single reading")
        require(single.error == batched.error, "Batches end with the error of single reading")
    }

    private struct Outcome {
        var packets: [Packet] = []
        var error: CaptureError?
        /// Whether the end was reached, or damage.
        var isWhole = false
    }

    private static func read(_ bytes: [UInt8]) -> Outcome? {
        var outcome = Outcome()
        do throws(CaptureError) {
            var reader = try CaptureFile.open(bytes: bytes).makeReader()
            do throws(CaptureError) {
                while reader.offset < maximumOffset, let record = try reader.next() {
                    outcome.packets.append(
                        Packet(
                            record: record, linkType: reader.linkType, bytes: reader.bytes.copied()))
                    if reader.hasPacketOptions {
                        _ = reader.packetOptions
                        _ = reader.packetAnnotations
                    }
                }
                outcome.isWhole = reader.offset < maximumOffset
            } catch {
                outcome.isWhole = true
                outcome.error = error
            }
            touchMetadata(of: reader)
        } catch {
            return nil
        }
        return outcome
    }

    private static func readBatches(_ bytes: [UInt8]) -> Outcome? {
        var outcome = Outcome()
        var batch = PacketBatch()
        do throws(CaptureError) {
            var reader = try CaptureFile.open(bytes: bytes).makeReader()
            do throws(CaptureError) {
                while reader.offset < maximumOffset, try reader.nextBatch(&batch) {
                    for index in 0..<batch.count {
                        outcome.packets.append(
                            Packet(
                                record: batch.record(index), linkType: batch.entries[index].linkType,
                                bytes: batch.bytes(index).copied()))
                    }
                }
                outcome.isWhole = reader.offset < maximumOffset
            } catch {
                outcome.isWhole = true
                outcome.error = error
            }
        } catch {
            return nil
        }
        return outcome
    }

    private static func touchMetadata(of reader: borrowing CaptureReader) {
        require(
            reader.interfaces.count <= CaptureReader.maximumInterfaces, "A reader keeps no more interfaces than it says"
        )
        _ = reader.metadataDamage.map { "\($0)" }
        _ = (reader.sections.count, reader.nameResolutions.count, reader.processes.count)
        let secrets = reader.decryptionSecrets.count
        require(secrets <= CaptureReader.maximumSecretsLength, "A reader keeps no more secrets than it says")
    }
}
