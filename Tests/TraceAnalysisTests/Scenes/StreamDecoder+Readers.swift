@testable import TraceAnalysis

/// What the readers of a stream made of it.
extension StreamDecoder {
    var framed: MeshReader { readers.reader(MeshReader.self)! }
    var isTLS: Bool { readers.reader(TLSReader.self)?.handshake != nil }
}
