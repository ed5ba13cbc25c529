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

/// Numbers are rounded by the C library's functions, which Linux has in a library of its own. A program that imports neither
/// Glibc nor Foundation would not be linked with it. The modules that depend on nothing name it for all.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

/// The tests of a module, which may use `WireTesting`, `WireSimulation` and the other modules named here.
func tests(of module: String, and others: String..., settings: [SwiftSetting] = strict) -> Target {
    let names = Set(others + [module, "TestSupport", "WireSimulation", "WireTesting"]).sorted()
    return .testTarget(
        name: module + "Tests", dependencies: names.map { .byName(name: $0) }, swiftSettings: settings)
}

/// A library of another package, which is resolved only with a trait.
func product(_ name: String, of package: String) -> Target.Dependency {
    let trait =
        switch package {
        case "swift-crypto": "Cryptography"
        case "swift-collections", "Yams": "Analyzer"
        default: "Tool"
        }
    return .product(name: name, package: package, condition: .when(traits: [trait]))
}

let analyzer: [Target.Dependency] = [
    "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PeerMessaging", "MultipeerWire", "XMPPStreams",
    "SealedChannels", "ApplicationProtocols", "ProtocolDescriptions", "PacketCapture", "PacketDissection",
]

let package = Package(
    name: "nearscope",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        library("WireCoding"),
        library("DNSWire"),
        library("ServiceDiscovery"),
        library("PeerMessaging"),
        library("MultipeerWire"),
        library("XMPPStreams"),
        library("SealedChannels"),
        library("QUICLogs"),
        library("WirelessFrames"),
        library("ProtocolDescriptions"),
        library("ApplicationProtocols"),
        library("FoundationErrors"),
        library("PacketCapture"),
        library("PacketDissection"),
        library("WireText"),
        library("TraceModel"),
        library("TraceAnalysis"),
        library("CaptureCorrelation"),
        library("RunComparison"),
        library("TraceReports"),
        library("WireTesting"),
        library("WireSimulation"),
        .executable(name: "nearscope", targets: ["nearscope"]),
    ],
    // Who takes a library has only the packages resolved that it needs: see "Use the library" in README.md.
    traits: [
        .trait(name: "Cryptography", description: "swift-crypto: SealedChannels, WirelessFrames, PacketDissection."),
        .trait(
            name: "Analyzer", description: "swift-collections and Yams: TraceAnalysis and all that it is made of.",
            enabledTraits: ["Cryptography"]),
        .trait(
            name: "Tool", description: "swift-argument-parser and GRDB: the program nearscope.",
            enabledTraits: ["Analyzer"]),
        .default(enabledTraits: ["Tool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // Toolkit: bytes in, values out.
        .target(name: "WireCoding", swiftSettings: borrowing, linkerSettings: mathematics),
        .target(name: "DNSWire", dependencies: ["WireCoding"], swiftSettings: borrowing),
        .target(name: "ServiceDiscovery", dependencies: ["DNSWire", "WireCoding"], swiftSettings: borrowing),
        .target(name: "PeerMessaging", dependencies: ["WireCoding"], swiftSettings: borrowing),
        .target(name: "MultipeerWire", dependencies: ["WireCoding"], swiftSettings: borrowing),
        .systemLibrary(
            name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .target(name: "XMPPStreams", dependencies: ["WireCoding", "CExpat"], swiftSettings: borrowing),
        .target(
            name: "SealedChannels",
            dependencies: [
                "WireCoding", product("Crypto", of: "swift-crypto"),
                product("CryptoExtras", of: "swift-crypto"),
            ],
            swiftSettings: borrowing),
        .target(name: "QUICLogs", dependencies: ["WireCoding"], swiftSettings: strict),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .target(
            name: "WirelessFrames",
            dependencies: ["WireCoding", "DNSWire", "CDeflate", product("Crypto", of: "swift-crypto")],
            swiftSettings: borrowing),

        .target(
            name: "ProtocolDescriptions",
            dependencies: ["WireCoding", "CZlib", product("Yams", of: "Yams")],
            swiftSettings: borrowing),

        .target(name: "ApplicationProtocols", dependencies: ["WireCoding"], swiftSettings: borrowing),

        // What the system's C library gives, for the modules that call it.
        .target(name: "Platform", swiftSettings: strict),
        // What a capture's user may do, and gives up.
        .target(name: "CPrivileges"),
        .target(name: "Privileges", dependencies: ["CPrivileges", "Platform"], swiftSettings: strict),

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
            name: "PacketCapture", dependencies: ["Platform", "WireCoding", "CZlib", "CZstd", "CLZ4", "CPcap"],
            swiftSettings: borrowing),
        .target(
            name: "PacketDissection", dependencies: ["WireCoding", "WirelessFrames", "PacketCapture"],
            swiftSettings: borrowing),
        .target(name: "TraceModel", swiftSettings: strict, linkerSettings: mathematics),
        .target(name: "RunComparison", dependencies: ["Platform", "TraceModel", "WireCoding"], swiftSettings: strict),
        .target(
            name: "TraceAnalysis",
            dependencies: analyzer + [
                "Platform", "TraceModel", product("DequeModule", of: "swift-collections"),
                product("HeapModule", of: "swift-collections"),
            ],
            swiftSettings: borrowing),
        .target(
            name: "CaptureCorrelation",
            dependencies: [
                "WireCoding", "SealedChannels", "QUICLogs", "PacketCapture", "PacketDissection", "TraceModel",
                "TraceAnalysis",
            ],
            swiftSettings: borrowing),
        .target(
            name: "FoundationErrors",
            dependencies: ["WireCoding", "DNSWire", "ServiceDiscovery", "PeerMessaging", "MultipeerWire", "QUICLogs"]
                + [
                    "SealedChannels", "XMPPStreams", "ProtocolDescriptions", "PacketCapture", "WireText",
                    "TraceAnalysis",
                    "CaptureCorrelation",
                ].map { .target(name: $0, condition: .when(traits: ["Analyzer"])) },
            swiftSettings: strict),
        .target(
            name: "WireText",
            dependencies: [
                "Platform", "WireCoding", "DNSWire", "ServiceDiscovery", "WirelessFrames", "PeerMessaging",
                "SealedChannels", "PacketCapture", "PacketDissection",
            ],
            swiftSettings: strict),
        .target(
            name: "TraceReports",
            dependencies: analyzer + [
                "WireText", "TraceModel", "TraceAnalysis", "RunComparison",
                product("Crypto", of: "swift-crypto"),
            ],
            swiftSettings: strict),
        .target(
            name: "TraceTables",
            dependencies: [
                "Platform", "WireCoding", "PacketCapture", "WireText", "TraceModel", "TraceAnalysis", "TraceReports",
                product("Crypto", of: "swift-crypto"), product("GRDB", of: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "TracePages",
            dependencies: [
                "WireCoding", "PacketCapture", "WireText", "TraceModel", "TraceAnalysis", "RunComparison",
                "TraceReports",
                product("Crypto", of: "swift-crypto"),
            ],
            resources: ["page.css", "page.js", "tables.js", "axes.js", "plots.js", "links.js"].map {
                .embedInCode("Browser/" + $0)
            },
            swiftSettings: strict),
        .executableTarget(
            name: "nearscope",
            dependencies: analyzer + [
                "Platform", "Privileges", "QUICLogs", "WireText", "TraceModel", "TraceAnalysis", "CaptureCorrelation",
                "RunComparison", "TraceReports", "TraceTables", "TracePages", "WireSimulation", "WireTesting",
                product("ArgumentParser", of: "swift-argument-parser"),
                product("Yams", of: "Yams"),
            ],
            swiftSettings: strict),

        // For tests, ours and our users', for measuring, and for `nearscope generate`.
        .target(name: "WireTesting", dependencies: ["Platform", "WireCoding"], swiftSettings: strict),
        .target(
            name: "WireSimulation",
            dependencies: analyzer + ["WireTesting", product("HeapModule", of: "swift-collections")],
            swiftSettings: strict),
        .executableTarget(
            name: "nearscope-benchmark",
            dependencies: analyzer + [
                "Platform", "WireSimulation", "WireTesting",
                product("ArgumentParser", of: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // What ServiceDiscovery's article shows, as its users would build it.
        .executableTarget(
            name: "ServiceExample", dependencies: ["DNSWire", "ServiceDiscovery", "WireCoding"],
            path: "Tests/ServiceExample", swiftSettings: [.treatAllWarnings(as: .error)]),

        .target(
            name: "TestSupport", dependencies: ["Platform", "WireCoding"], path: "Tests/TestSupport",
            swiftSettings: strict),
        tests(of: "Platform"),
        tests(of: "Privileges", and: "Platform"),
        tests(of: "WireCoding"),
        tests(of: "DNSWire"),
        tests(of: "ServiceDiscovery", and: "WireText"),
        tests(of: "PeerMessaging", settings: borrowing),
        tests(of: "MultipeerWire"),
        tests(of: "XMPPStreams"),
        tests(of: "SealedChannels"),
        tests(of: "QUICLogs"),
        tests(of: "ProtocolDescriptions"),
        tests(of: "WirelessFrames", and: "DNSWire", "ServiceDiscovery"),
        tests(of: "PacketCapture"),
        tests(of: "PacketDissection"),
        tests(of: "WireText"),
        tests(of: "TraceModel"),
        tests(of: "TraceAnalysis", and: "Platform", "TraceModel", "ApplicationProtocols", "ProtocolDescriptions"),
        tests(
            of: "CaptureCorrelation", and: "PacketCapture", "QUICLogs", "SealedChannels", "TraceModel", "TraceAnalysis"),
        tests(of: "RunComparison", and: "TraceModel"),
        tests(
            of: "TraceReports", and: "WireText", "TraceModel", "TraceAnalysis", "CaptureCorrelation", "RunComparison"),
        tests(of: "TraceTables", and: "PacketCapture", "TraceModel", "TraceAnalysis", "TraceReports"),
        tests(
            of: "TracePages", and: "PacketCapture", "TraceModel", "TraceAnalysis", "TraceReports", "CaptureCorrelation",
            "RunComparison"),
        tests(
            of: "FoundationErrors", and: "DNSWire", "PacketCapture", "PeerMessaging", "ServiceDiscovery", "WireCoding"),
        tests(of: "WireTesting", and: "ProtocolDescriptions", "TraceModel", "TraceAnalysis"),
        // The built tool, as users run it, and the examples of README.md.
        .testTarget(
            name: "NearscopeTests",
            dependencies: analyzer + [
                "nearscope", "Platform", "WireText", "TraceModel", "TraceAnalysis", "RunComparison", "TraceReports",
                "TestSupport", "WireSimulation", "WireTesting",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
