import TraceModel

/// One end of a session whose messages are described.
struct NativeEnd {
    let connection: Connection
    let isInitiator: Bool
    let application: Session.Application
    let axis: TimeAxis

    var side: ConnectionSide { connection.side(ofInitiator: isInitiator) }
}
