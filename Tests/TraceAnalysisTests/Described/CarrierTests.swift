import ApplicationProtocols
import Foundation
import PacketCapture
import ProtocolDescriptions
import SealedChannels
import Testing
import TestSupport
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// What `over` of a description means for sessions that keys open: that what was inside is of a TLS, DTLS or QUIC session, and not
/// of the TCP or UDP below.
@Suite struct CarrierTests {
    private func application(
        _ carriers: [ProtocolCarrier], port: UInt16, _ framing: String = ""
    ) throws -> DescribedApplication {
        let over = carriers.map(\.rawValue).joined(separator: ", ")
        let page = """
            nearscope: protocol/1
            name: inside
            over: [\(over)]
            ports: [\(port)]
            \(framing)
            body: bytes

            """
        return DescribedApplication(try CompiledProtocol(DescribedPage(utf8: Array(page.utf8)).description))
    }

    private func report(_ capture: String, _ application: DescribedApplication) async throws -> TraceReport {
        var log = KeyLog()
        let name = capture.prefix { $0 != "." }
        log.append([UInt8](try Data(contentsOf: Fixture.url("sealed/\(name).keys.log"))).span)
        var analyzer = TraceAnalyzer(workers: 1)
        analyzer.secrets = SessionSecrets(log: log)
        analyzer.applications = [application]
        return try await analyzer.analyze(CaptureFile.open(path: Fixture.url("sealed/" + capture).path()))
    }

    @Test(arguments: [ProtocolCarrier.tcp, .tls, .quic])
    func aStreamInsideOfTLSIsOneOfTLSAlone(carrier: ProtocolCarrier) async throws {
        let inside = try application([carrier], port: 9002, "framing: {prefix: {size: 4}}")
        let report = try await report("tls13-aes128.ada.pcap", inside)
        let session = try #require(report.sessions.first { $0.tls != nil })
        #expect(session.application.rawValue == (carrier == .tls ? "inside" : "mesh"))
        #expect([session.forward.messages, session.backward.messages] == [19, 19])
        #expect(!report.findings.contains { $0.code.rawValue == "protocol-mismatch" })
    }

    @Test(arguments: [[ProtocolCarrier.udp], [.dtls], [.udp, .dtls], [.quicDatagram]])
    func datagramsInsideOfDTLSAreCountedOnce(carriers: [ProtocolCarrier]) async throws {
        let report = try await report("dtls12-echo-cert.phone.pcap", application(carriers, port: 9021))
        let session = try #require(report.sessions.first { $0.tls != nil })
        #expect(session.application.rawValue == (carriers.contains(.dtls) ? "inside" : "echo"))
        #expect([session.forward.messages, session.backward.messages] == [210, 55])
        if carriers.contains(.dtls) { #expect(session.forward.malformedMessages == 0) }
        let broken = ["protocol-mismatch", "message-undecodable"]
        #expect(!report.findings.contains { broken.contains($0.code.rawValue) })
    }

    /// What is sealed is not the application's, though its name would fit.
    @Test func aDatagramThatIsSealedDoesNotDecodeAsText() async throws {
        let page = "nearscope: protocol/1\nname: inside\nover: [udp, dtls]\nports: [9021]\nbody: json\n"
        let application = DescribedApplication(try CompiledProtocol(DescribedPage(utf8: Array(page.utf8)).description))
        let session = try #require(
            try await report("dtls12-event-psk.sat.pcap", application).sessions.first { $0.tls != nil })
        #expect(session.application == .networkEvent && session.forward.messages == 240)
    }

    /// A connection of QUIC with a stream of three messages, and two datagrams each way.
    private func quicReport(_ carriers: [ProtocolCarrier], _ framing: String) async throws -> TraceReport {
        var scene = try QUICScene()
        let stream = QUICOwnedFrame.Stream(
            id: QUICScene.number(0), offset: QUICScene.number(0), lengthWidth: .two, isEnd: false,
            data: Array("one;two;three;".utf8))
        try scene.send([.stream(stream)], fromClient: true)
        for text in ["ab", "cde"] {
            for fromClient in [true, false] {
                try scene.send([.datagram(lengthWidth: .one, data: Array(text.utf8))], fromClient: fromClient)
            }
        }
        return try await scene.report(applications: [try application(carriers, port: 4433, framing)])
    }

    @Test(
        arguments: [
            ([ProtocolCarrier.quic], "framing: {delimiter: \";\"}", [3, nil]), ([.quicDatagram], "", [2, 2]),
            ([.tcp], "framing: {delimiter: \";\"}", nil), ([.udp], "", nil), ([.dtls], "", nil),
            ([.tls], "framing: {delimiter: \";\"}", nil),
            // Both are there; of two that fit, streams come first.
            ([.quicDatagram, .quic], "framing: {delimiter: \";\"}", [3, nil]),
        ] as [([ProtocolCarrier], String, [Int?]?)])
    func streamsAndDatagramsOfOneConnectionAreApart(
        carriers: [ProtocolCarrier], framing: String, messages: [Int?]?
    ) async throws {
        let session = try #require(try await quicReport(carriers, framing).sessions.first)
        #expect((session.application.rawValue == "inside") == (messages != nil))
        #expect([session.forward.messages, session.backward.messages] == messages ?? [nil, nil])
    }
}
