/// The applications that the analyzer brings along as guests, in the order in which they are asked whether bytes are theirs.
enum BuiltInApplications {
    static let all: [any BuiltInApplication] = [
        MultipeerApplication()
    ]
}

/// The applications that the analyzer reads inside each connection, each with a folder of its own and a line here. The last one
/// is asked first, and its reader is the fastest: it is the only one that need not be asked whether it reads.
typealias NativeApplications = NoNatives
    .And<TextApplication>
    .And<STUNApplication>
    .And<TLSApplication>
    .And<QUICApplication>
    .And<XMPPApplication>
    .And<NetworkEventApplication>
    .And<EchoApplication>
    .And<MeshApplication>
