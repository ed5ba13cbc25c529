import TraceModel

/// A frame of a mesh session is not a mesh message.
enum UndecodableMeshMessageRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index) else { return [] }
        return context.frames(of: index) { reader, end in
            let count = reader.mesh.undecodable
            return reader.mesh.firstFault.flatMap {
                context.undecodable($0, of: count, sentBy: end, reference: "Docs/formats.md, MeshMessage")
            }
        }.compactMap(\.self)
    }
}

extension FindingContext {
    /// Whether a session is a mesh whose rules can be judged: of one that is opened in part, what seems to be missing may be
    /// sealed.
    func isReadableMesh(_ index: Int) -> Bool {
        report.sessions[index].application == .mesh && report.sessions[index].decrypted != false
    }

    /// What the ends of a session sent, read as frames and mesh messages, is asked where it lies; those that sent something.
    func frames<Fact>(of index: Int, _ fact: (borrowing MeshReader, SessionEnd) -> Fact) -> [Fact] {
        [true, false].compactMap { isInitiator in
            connections[index].ask(MeshReader.self, ofInitiator: isInitiator) {
                fact($0, SessionEnd(index: index, isInitiator: isInitiator))
            }
        }
    }
}
