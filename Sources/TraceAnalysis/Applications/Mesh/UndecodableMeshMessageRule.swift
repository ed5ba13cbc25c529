import TraceModel

/// A frame of a mesh session is not a mesh message.
enum UndecodableMeshMessageRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index) else { return [] }
        return context.frames(of: index).compactMap { reader, end in
            reader.mesh.firstFault.flatMap {
                context.undecodable(
                    $0, of: reader.mesh.undecodable, sentBy: end, reference: "Docs/formats.md, MeshMessage")
            }
        }
    }
}

extension FindingContext {
    /// Whether a session is a mesh whose rules can be judged: of one that is opened in part, what seems to be missing may be
    /// sealed.
    func isReadableMesh(_ index: Int) -> Bool {
        report.sessions[index].application == .mesh && report.sessions[index].decrypted != false
    }

    /// What the ends of a session sent, read as frames and mesh messages; those that sent something.
    func frames(of index: Int) -> [(reader: MeshReader, end: SessionEnd)] {
        [true, false].compactMap { isInitiator in
            connections[index].reader(MeshReader.self, ofInitiator: isInitiator).map {
                ($0, SessionEnd(index: index, isInitiator: isInitiator))
            }
        }
    }
}
