// swift-tools-version: 6.2
import PackageDescription

/// What every module of ours is held to: no warning survives, and memory is touched only through checked types
/// unless a line says `unsafe` and proves it.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the modules that define readers and views over borrowed memory, and for no others.
let borrowing: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

let package = Package(
    name: "nearscope",
    platforms: [.macOS(.v14)],
    products: [
        library("WireCoding"),
        library("DNSWire"),
        library("ServiceDiscovery"),
        library("PeerMessaging"),
        library("WirelessFrames"),
        library("PacketCapture"),
        library("PacketDissection"),
        library("TraceAnalysis"),
        library("TraceReports"),
        library("WireTesting"),
        .executable(name: "nearscope", targets: ["nearscope"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // Toolkit: bytes in, values out.
        .target(name: "WireCoding", swiftSettings: borrowing),
        .target(name: "DNSWire", dependencies: ["WireCoding"], swiftSettings: borrowing),
        .target(name: "ServiceDiscovery", dependencies: ["DNSWire", "WireCoding"], swiftSettings: borrowing),
        .systemLibrary(
            name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .target(name: "PeerMessaging", dependencies: ["WireCoding", "CExpat"], swiftSettings: borrowing),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .target(
            name: "WirelessFrames",
            dependencies: ["WireCoding", "CDeflate", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: borrowing),

        // Analyzer: captures in, a report out.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .systemLibrary(
            name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]),
        .target(
            name: "PacketCapture", dependencies: ["WireCoding", "CZlib", "CZstd", "CLZ4", "CPcap"],
            swiftSettings: borrowing),
        .target(
            name: "PacketDissection", dependencies: ["WireCoding", "WirelessFrames", "PacketCapture"],
            swiftSettings: borrowing),
        .target(
            name: "TraceAnalysis",
            dependencies: [
                "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PeerMessaging", "PacketCapture",
                "PacketDissection",
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: borrowing),
        .target(
            name: "TraceReports",
            dependencies: [
                "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PacketCapture", "PacketDissection",
                "TraceAnalysis",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "nearscope",
            dependencies: [
                "WireCoding", "DNSWire", "ServiceDiscovery", "PeerMessaging", "WirelessFrames", "PacketCapture",
                "PacketDissection", "TraceAnalysis", "TraceReports", "WireTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),

        // For tests, ours and our users', for measuring, and for `nearscope generate`.
        .target(
            name: "WireTesting",
            dependencies: [
                "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PeerMessaging", "PacketCapture",
                "PacketDissection",
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "nearscope-benchmark",
            dependencies: [
                "WireTesting", "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PeerMessaging",
                "PacketCapture", "PacketDissection",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        .testTarget(name: "WireCodingTests", dependencies: ["WireCoding", "WireTesting"], swiftSettings: strict),
        .testTarget(name: "DNSWireTests", dependencies: ["DNSWire", "WireTesting"], swiftSettings: strict),
        .testTarget(
            name: "ServiceDiscoveryTests", dependencies: ["ServiceDiscovery", "WireTesting"], swiftSettings: strict),
        .testTarget(name: "PeerMessagingTests", dependencies: ["PeerMessaging", "WireTesting"], swiftSettings: strict),
        .testTarget(
            name: "WirelessFramesTests", dependencies: ["WirelessFrames", "WireTesting"], swiftSettings: strict),
        .testTarget(name: "PacketCaptureTests", dependencies: ["PacketCapture", "WireTesting"], swiftSettings: strict),
        .testTarget(
            name: "PacketDissectionTests", dependencies: ["PacketDissection", "WireTesting"], swiftSettings: strict),
        .testTarget(name: "TraceAnalysisTests", dependencies: ["TraceAnalysis", "WireTesting"], swiftSettings: strict),
        .testTarget(
            name: "TraceReportsTests",
            dependencies: [
                "TraceReports", "TraceAnalysis", "DNSWire", "WirelessFrames", "WireCoding", "WireTesting",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "WireTestingTests",
            dependencies: [
                "WireTesting", "WireCoding", "DNSWire", "ServiceDiscovery", "PeerMessaging", "WirelessFrames",
                "PacketCapture", "TraceAnalysis",
            ],
            swiftSettings: strict),
        // The built tool, as users run it, and the examples of README.md.
        .testTarget(
            name: "NearscopeTests",
            dependencies: [
                "nearscope", "WireCoding", "DNSWire", "ServiceDiscovery", "PeerMessaging", "WirelessFrames",
                "PacketCapture", "PacketDissection", "TraceAnalysis", "TraceReports", "WireTesting",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
