import Foundation
import PeerMessaging
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

// The code of the article, word for word.

extension FrameLayout {
    /// A type of one byte, then the length of the body in two, then the body.
    static let chat = FrameLayout(.uint16(.bigEndian), at: 1, allowsEmptyFrames: true)
}

struct ChatFrame: Equatable, Sendable {
    var type: UInt8
    var body: [UInt8]
}

struct ChatFrameDecoder: ByteToMessageDecoder {
    typealias InboundOut = ChatFrame

    private var decoder = LengthPrefixedFrameDecoder(
        layout: .chat, maximumLength: 65_535, retainedCapacity: 65_536)

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        var position = 0
        // What was used is taken out of the buffer, also when the next frame is illegal.
        defer { buffer.moveReaderIndex(forwardBy: position) }
        while let frame = try decoder.next(in: buffer.readableBytesUInt8Span, at: &position) {
            let body =
                switch frame.body {
                case .inline(let range): buffer.readableBytesUInt8Span.copied(range)
                case .assembled, .skipped: decoder.assembledBody.copied()
                }
            context.fireChannelRead(wrapInboundOut(ChatFrame(type: decoder.header[0], body: body)))
        }
        return .needMoreData
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        let state = try decode(context: context, buffer: &buffer)
        if seenEOF { try decoder.finish() }
        return state
    }
}

final class ChatFramer: NWProtocolFramerImplementation {
    static let label = "chat"
    static let definition = NWProtocolFramer.Definition(implementation: ChatFramer.self)

    private var decoder = LengthPrefixedFrameDecoder(
        layout: .chat, maximumLength: 65_535, retainedCapacity: 65_536)

    init(framer: NWProtocolFramer.Instance) {}
    func start(framer: NWProtocolFramer.Instance) -> NWProtocolFramer.StartResult { .ready }
    func wakeup(framer: NWProtocolFramer.Instance) {}
    func stop(framer: NWProtocolFramer.Instance) -> Bool { true }
    func cleanup(framer: NWProtocolFramer.Instance) {}

    func handleInput(framer: NWProtocolFramer.Instance) -> Int {
        var frames: [ChatFrame] = []
        var isSound = true
        var used = 1
        while isSound, used > 0 {
            used = 0
            let isThere = unsafe framer.parseInput(minimumIncompleteLength: 1, maximumLength: 65_536) { buffer, _ in
                guard let buffer = unsafe buffer else { return 0 }
                // The span is used during this call alone, for which the buffer is valid.
                isSound = take(unsafe buffer.assumingMemoryBound(to: UInt8.self).span, into: &frames)
                used = buffer.count
                return used
            }
            if !isThere { break }
        }
        for frame in frames {
            let message = NWProtocolFramer.Message(definition: Self.definition)
            message["type"] = frame.type
            framer.deliverInput(data: Data(frame.body), message: message, isComplete: true)
        }
        if !isSound { framer.markFailed(error: nil) }
        // Any number of bytes is enough to be called again.
        return 0
    }

    /// Whether what came so far are frames.
    private func take(_ bytes: Span<UInt8>, into frames: inout [ChatFrame]) -> Bool {
        var position = 0
        do {
            while let frame = try decoder.next(in: bytes, at: &position) {
                let body =
                    switch frame.body {
                    case .inline(let range): bytes.copied(range)
                    case .assembled, .skipped: decoder.assembledBody.copied()
                    }
                frames.append(ChatFrame(type: decoder.header[0], body: body))
            }
            return true
        } catch {
            return false
        }
    }

    func handleOutput(
        framer: NWProtocolFramer.Instance, message: NWProtocolFramer.Message, messageLength: Int, isComplete: Bool
    ) {
        var header = ByteWriter()
        let type: [UInt8] = [message["type"] as? UInt8 ?? 0]
        do {
            try LengthPrefixedFrameEncoder.encodeHeader(
                forBodyOf: messageLength, header: type.span, layout: .chat, into: &header, maximumLength: 65_535)
            framer.writeOutput(data: header.bytes)
            try framer.writeOutputNoCopy(length: messageLength)
        } catch {
            framer.markFailed(error: nil)
        }
    }
}

// What the adapters find in NIO and in Network.framework, as far as they use it.

struct ByteBuffer: Sendable {
    private var bytes: [UInt8]
    private(set) var readerIndex = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var readableBytes: Int { bytes.count - readerIndex }

    var readableBytesUInt8Span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(readerIndex..<bytes.count) }
    }

    mutating func moveReaderIndex(forwardBy count: Int) { readerIndex += count }

    mutating func writeBytes(_ more: [UInt8]) { bytes += more }
}

struct NIOAny { var value: Any }

final class ChannelHandlerContext {
    private(set) var read: [ChatFrame] = []

    func fireChannelRead(_ value: NIOAny) { read.append(value.value as! ChatFrame) }
}

enum DecodingState { case `continue`, needMoreData }

protocol ByteToMessageDecoder {
    associatedtype InboundOut
    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState
    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState
}

extension ByteToMessageDecoder {
    func wrapInboundOut(_ value: InboundOut) -> NIOAny { NIOAny(value: value) }
}

protocol NWProtocolFramerImplementation: AnyObject {
    static var label: String { get }
    init(framer: NWProtocolFramer.Instance)
    func start(framer: NWProtocolFramer.Instance) -> NWProtocolFramer.StartResult
    func handleInput(framer: NWProtocolFramer.Instance) -> Int
    func handleOutput(
        framer: NWProtocolFramer.Instance, message: NWProtocolFramer.Message, messageLength: Int, isComplete: Bool)
    func wakeup(framer: NWProtocolFramer.Instance)
    func stop(framer: NWProtocolFramer.Instance) -> Bool
    func cleanup(framer: NWProtocolFramer.Instance)
}

enum NWProtocolFramer {
    enum StartResult { case ready, willMarkReady }

    struct Definition: Sendable {
        init(implementation: (some NWProtocolFramerImplementation).Type) {}
    }

    final class Message {
        private var values: [String: Any] = [:]

        init(definition: Definition) {}

        subscript(key: String) -> Any? {
            get { values[key] }
            set { values[key] = newValue }
        }
    }

    /// Bytes that wait to be parsed, as the framework hands them over.
    final class Instance {
        var input: [UInt8] = []
        private(set) var delivered: [ChatFrame] = []
        private(set) var written: [UInt8] = []
        private(set) var isFailed = false

        func parseInput(
            minimumIncompleteLength: Int, maximumLength: Int,
            parse: (UnsafeMutableRawBufferPointer?, Bool) -> Int
        ) -> Bool {
            guard input.count >= minimumIncompleteLength else { return false }
            var piece = Array(input.prefix(maximumLength))
            let used = unsafe piece.withUnsafeMutableBytes { unsafe parse($0, false) }
            input.removeFirst(used)
            return true
        }

        func deliverInput(data: Data, message: Message, isComplete: Bool) {
            delivered.append(ChatFrame(type: message["type"] as? UInt8 ?? 0, body: Array(data)))
        }

        func writeOutput(data: [UInt8]) { written += data }

        func writeOutputNoCopy(length: Int) throws { written += [UInt8](repeating: 0x2A, count: length) }

        func markFailed(error: Never?) { isFailed = true }
    }
}

@Suite struct FramesInYourTransportTests {
    /// Frames, and the bytes that they are on the wire.
    private func frames(_ random: inout SeededGenerator) throws -> (frames: [ChatFrame], bytes: [UInt8]) {
        var frames: [ChatFrame] = []
        var writer = ByteWriter()
        for _ in 0..<random.number(in: 0...8) {
            let length = random.pick([0, 1, 20, 3000])
            let frame = ChatFrame(type: random.integer(), body: random.bytes(length))
            let type = [frame.type]
            try LengthPrefixedFrameEncoder.encode(
                body: frame.body.span, header: type.span, layout: .chat, into: &writer)
            frames.append(frame)
        }
        return (frames, writer.bytes)
    }

    private func pieces(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + random.number(in: 1...random.pick([1, 5, 1460, 100_000])))
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return pieces
    }

    @Test func aByteToMessageDecoderGivesTheFrames() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (expected, bytes) = try frames(&random)
            let context = ChannelHandlerContext()
            var decoder = ChatFrameDecoder()
            var buffer = ByteBuffer(bytes: [])
            for piece in pieces(bytes, &random) {
                buffer.writeBytes(piece)
                #expect(try decoder.decode(context: context, buffer: &buffer) == .needMoreData)
                #expect(buffer.readableBytes == 0)
            }
            #expect(try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: true) == .needMoreData)
            #expect(context.read == expected, "seed \(seed)")
        }
    }

    @Test func aByteToMessageDecoderThrowsWhereTheStreamEndsWithinAFrame() throws {
        let context = ChannelHandlerContext()
        var decoder = ChatFrameDecoder()
        var buffer = ByteBuffer(bytes: [7, 0, 1, 9, 7, 0])
        #expect(throws: FramingError(.incompleteFrame(received: 2), streamOffset: 4)) {
            try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: true)
        }
        #expect(context.read == [ChatFrame(type: 7, body: [9])])
    }

    @Test func aFramerDeliversTheFrames() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (expected, bytes) = try frames(&random)
            let instance = NWProtocolFramer.Instance()
            let framer = ChatFramer(framer: instance)
            for piece in pieces(bytes, &random) {
                instance.input += piece
                #expect(framer.handleInput(framer: instance) == 0)
            }
            #expect(instance.delivered == expected && !instance.isFailed && instance.input == [], "seed \(seed)")
        }
    }

    @Test func aFramerWritesWhatItReads() throws {
        let instance = NWProtocolFramer.Instance()
        let framer = ChatFramer(framer: instance)
        let message = NWProtocolFramer.Message(definition: ChatFramer.definition)
        message["type"] = 3 as UInt8
        framer.handleOutput(framer: instance, message: message, messageLength: 2, isComplete: true)
        #expect(instance.written == [3, 0, 2, 0x2A, 0x2A])
        framer.handleOutput(framer: instance, message: message, messageLength: 65_536, isComplete: true)
        #expect(instance.isFailed && instance.written.count == 5)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/PeerMessaging/PeerMessaging.docc/Frames-in-your-transport.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
