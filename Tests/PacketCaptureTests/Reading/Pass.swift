import WireCoding

@testable import PacketCapture
import TestSupport

/// Everything that one pass over a capture yields.
struct Pass: Equatable {
    struct Packet: Equatable {
        var record: PacketRecord
        var linkType: LinkType
        var bytes: [UInt8]
        var options: [PcapngOption] = []
        var annotations = PacketAnnotations()
    }

    var packets: [Packet] = []
    var interfaces: [CaptureInterface] = []
    var error: CaptureError?
    var sections: [CaptureSection] = []
    var nameResolutions: [NameResolution] = []
    var secrets: [DecryptionSecrets] = []
    var omittedSecretBytes = 0
    var processes: [CaptureProcess] = []
    var metadataDamage: CaptureError?

    init(_ open: () throws(CaptureError) -> CaptureFile) {
        do throws(CaptureError) {
            var reader = try open().makeReader()
            do throws(CaptureError) {
                while let record = try reader.next() {
                    packets.append(
                        Packet(
                            record: record, linkType: reader.linkType, bytes: reader.bytes.copied(),
                            options: reader.packetOptions, annotations: reader.packetAnnotations))
                }
            } catch {
                self.error = error
            }
            interfaces = reader.interfaces
            sections = reader.sections
            nameResolutions = reader.nameResolutions
            secrets = reader.decryptionSecrets
            omittedSecretBytes = reader.omittedSecretBytes
            processes = reader.processes
            metadataDamage = reader.metadataDamage
        } catch {
            self.error = error
        }
    }

    /// A pass over memory.
    init(_ bytes: [UInt8]) {
        self.init { () throws(CaptureError) in try CaptureFile.open(bytes: bytes) }
    }

    /// A pass over a stream that delivers those pieces one at a time.
    init(pieces: [[UInt8]]) {
        self.init { () throws(CaptureError) in try CaptureFile.open(ByteStream(pieces: pieces), path: "-") }
    }
}

/// Bytes from hexadecimal text; white space is for the reader's eye.

extension ByteWriter {
    /// The bytes that the calls in `write` put out.
    static func collect(_ write: (inout ByteWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = ByteWriter()
        try write(&writer)
        return writer.bytes
    }
}
