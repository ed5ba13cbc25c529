import ArgumentParser
import PacketCapture
import TraceReports

struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Captures packets from interfaces, writes them to a file, and explains them as they arrive.",
        discussion: """
            Ends with Ctrl-C (or SIGTERM, SIGHUP), after --duration, or after --packets. The file is complete then. \
            While it runs, a terminal shows services, sessions and findings on standard error; sessions that failed are \
            red. At the end, standard output gets the summary that analyze prints for the capture, except with --quiet, \
            or if the packets go there (-w -).

            Needs root on Linux, or once: sudo setcap cap_net_raw,cap_net_admin=eip "$(which nearscope)"; on macOS \
            sudo, or membership in access_bpf, which Wireshark's ChmodBPF sets up. These rights are given up before the \
            first packet is read (--user), and the file is for its owner alone (--mode). On Linux, where the kernel \
            has Landlock and seccomp, the capture can then open no other file, connect nowhere and execute nothing.

            A key log (--key-log) is read on as it grows, and need not be there yet. Files in its directory can still \
            be read while the capture runs, as far as its user may.

            EXAMPLES
              nearscope capture --list-interfaces
              nearscope capture -i en0                   look only, keep nothing
              nearscope capture -i en0 -w trace.pcapng --filter 'udp port 5353'
              nearscope capture -i en0 -i awdl0 -w trace.pcapng --duration 60
              nearscope capture -i en0 -w ring.pcapng --rotate 1h --files 24 --quiet
              ssh host nearscope capture -i eth0 -w - | nearscope -
            """ + ExitStatus.ofCapturing)

    @Option(
        name: [.customShort("i"), .customLong("interface")],
        help: ArgumentHelp("The interface to capture on. Repeat for several interfaces.", valueName: "interface"))
    var interfaces: [String] = []

    @Option(
        name: [.customShort("w"), .customLong("write")],
        help: ArgumentHelp("The pcapng file to write, or - for standard output.", valueName: "file"),
        completion: .file())
    var path: String?

    @Option(
        name: [.customShort("Z"), .long],
        help: ArgumentHelp(
            "Once the interfaces are open, go on as this user, without capabilities. (default: who called sudo, else nobody, or root with --rotate)",
            valueName: "name"))
    var user: String?

    @OptionGroup var filter: FilterOptions

    @OptionGroup var existing: ForceOption

    @Option(
        help: ArgumentHelp("Who may read and write the file, as chmod has it in octal: 640.", valueName: "mode"),
        transform: FileMode.option)
    var mode = FileMode(bits: 0o600)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Stop after this time: 60, 60s, 1.5h.", valueName: "seconds"),
        transform: TimeSpan.option(plain: .seconds, such: "60s"))
    var duration: TimeSpan?

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many packets.", valueName: "number"))
    var packets: Int?

    @Option(
        help: ArgumentHelp(
            "Start a new file (NAME-00001.pcapng, …) at this size or age: 100MB, 60s, 10min, 1h. Give both to use whichever comes first.",
            valueName: "limit"),
        transform: CaptureRotation.option)
    var rotate: [CaptureRotation] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --rotate: keep this many files of this run, and remove the oldest.", valueName: "number"))
    var files: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Keep at most this many bytes of each packet: 128, 64KiB.", valueName: "bytes"),
        transform: ByteCount.option(such: "64KiB"))
    var snapLength = ByteCount(bytes: LiveCapture.maximumSnapLength)

    @Flag(help: "Do not capture frames for other stations.")
    var noPromiscuous = false

    @Flag(
        help: "Use monitor mode: capture all frames on the Wi-Fi channel. The interface leaves its network meanwhile.")
    var monitor = false

    @Flag(help: "List the interfaces of this machine, and exit.")
    var listInterfaces = false

    @Flag(help: "Only record: show no view and no summary, and use no memory for them.")
    var quiet = false

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var memory: MemoryOption

    /// The format of the summary, and of the list of interfaces.
    @OptionGroup var output: FormatOption<SingleDocument>

    @OptionGroup var page: PageOptions

    func validate() throws {
        if listInterfaces { return }
        if interfaces.isEmpty {
            throw ValidationError("Give an interface with -i; --list-interfaces shows them.")
        }
        if Set(interfaces).count < interfaces.count {
            throw ValidationError("The same interface is given twice with -i.")
        }
        try LimitedOption.checkPositive("--duration", duration, such: "60s")
        try LimitedOption.checkPositive("--packets", packets)
        try LimitedOption.checkPositive("--files", files)
        try LimitedOption.check("--snap-length", snapLength.bytes, 1...LiveCapture.maximumSnapLength, such: "64KiB")
        if let path, let name = path.split(separator: "/").last { try Self.checkName(name) }
        if !rotate.isEmpty, path == nil || path == "-" { throw ValidationError("--rotate needs -w with a file.") }
        if files != nil, rotate.isEmpty { throw ValidationError("--files needs --rotate.") }
        if quiet, path == nil {
            throw ValidationError("--quiet needs -w. Without it, the capture would leave nothing.")
        }
    }

    /// Endings of files that have another format than what is written.
    private static let otherFormats: Set<Substring> = [
        "pcap", "cap", "dmp", "erf", "snoop", "pkt", "pklg", "gz", "zst", "zstd", "lz4", "xz", "bz2", "zip", "json",
        "ndjson", "csv",
        "txt", "log", "html", "sqlite", "db",
    ]

    /// - Throws: A usage error for a name that promises another format; any other name is the user's.
    private static func checkName(_ name: Substring) throws {
        let parts = name.lowercased().split(separator: ".")
        guard parts.count > 1, let ending = parts.last, otherFormats.contains(ending) else { return }
        var start = name.dropLast(ending.utf8.count + 1)
        // Compressed, it is called that already.
        if start.lowercased().hasSuffix(".pcapng") { start = start.dropLast(".pcapng".utf8.count) }
        let advice = ["pcap", "cap", "dmp"].contains(ending) ? " nearscope extract makes a pcap of it." : ""
        throw ValidationError("capture writes pcapng: give the file a name such as \(start).pcapng.\(advice)")
    }

    func run() async throws {
        if listInterfaces {
            try InterfaceList.print(output)
            return
        }
        _ = try filter.compiled()
        // Before the rights to open files are given up.
        let applications = try protocols.applications()
        let keys = try keys.growing()
        if path == "-", StandardOutput().isTerminal {
            throw ExitStatus.wrongUsage(
                "-w - writes binary packets, not text for a terminal; redirect it to a file or a program")
        }
        do {
            let run = try CaptureRun(self, applications, keys.secrets, keys.follower)
            try await run.capture()
        } catch let error as LiveCaptureError {
            throw ExitStatus.failure(error)
        } catch let error as CaptureRecorderError {
            throw OutputFile.failure(error, isKept: true)
        }
    }

    /// The rotation that the options ask for, nil for one file.
    var rotation: CaptureRecorder.Rotation? {
        guard !rotate.isEmpty else { return nil }
        var rotation = CaptureRecorder.Rotation(maximumFiles: files)
        for limit in rotate {
            switch limit {
            case .bytes(let count): rotation.maximumSize = count
            case .nanoseconds(let age): rotation.maximumAge = age
            }
        }
        return rotation
    }
}

extension ExitStatus {
    /// Prints why an interface cannot be captured from, and gives the error that ends the program.
    static func failure(_ error: LiveCaptureError) -> ExitCode {
        switch error.kind {
        case .filter(let fault):
            if case .linkType = fault.kind { return notUnderstood.failure(error.interface, fault.description) }
            return FilterOptions.failure(fault)
        case .noSuchInterface:
            let names = (try? CaptureDevice.all())?.map(\.name).joined(separator: ", ") ?? ""
            let hint = names.isEmpty ? "" : "; there are \(names)"
            return cannotOpen.failure(error.interface, error.description + hint)
        case .unknownLinkType: return notUnderstood.failure(error.interface, error.description)
        case .interrupted: return damaged.failure(error.interface, error.description)
        case .permissionDenied, .interfaceDown, .monitorModeUnsupported, .system:
            return cannotOpen.failure(error.interface.isEmpty ? "interfaces" : error.interface, error.description)
        }
    }
}
