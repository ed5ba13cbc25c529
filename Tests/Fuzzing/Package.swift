// swift-tools-version: 6.2
import PackageDescription

/// Fuzz targets, in a package of their own: the whole program needs the sanitizers' code and libFuzzer's `main`, and
/// the package that users depend on has neither. `.ci/fuzz` builds and runs it.
let package = Package(
    name: "nearscope-fuzzing",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "nearscope", path: "../..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .executableTarget(
            name: "nearscope-fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "WireCoding", package: "nearscope"),
                .product(name: "DNSWire", package: "nearscope"),
                .product(name: "ServiceDiscovery", package: "nearscope"),
                .product(name: "PeerMessaging", package: "nearscope"),
                .product(name: "MultipeerWire", package: "nearscope"),
                .product(name: "XMPPStreams", package: "nearscope"),
                .product(name: "ProtocolDescriptions", package: "nearscope"),
                .product(name: "SealedChannels", package: "nearscope"),
                .product(name: "WirelessFrames", package: "nearscope"),
                .product(name: "PacketCapture", package: "nearscope"),
                .product(name: "PacketDissection", package: "nearscope"),
                .product(name: "WireText", package: "nearscope"),
                .product(name: "TraceModel", package: "nearscope"),
                .product(name: "TraceAnalysis", package: "nearscope"),
                .product(name: "CaptureCorrelation", package: "nearscope"),
                .product(name: "RunComparison", package: "nearscope"),
                .product(name: "TraceReports", package: "nearscope"),
                .product(name: "WireSimulation", package: "nearscope"),
                .product(name: "WireTesting", package: "nearscope"),
            ],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .strictMemorySafety(),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
