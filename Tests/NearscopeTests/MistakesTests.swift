import Foundation
import PacketCapture
import Testing
import WireCoding

/// What people who do not know the tool yet, or know another one better, get wrong. Each time one sentence says what is wrong and what to
/// do, and the exit status fits.
@Suite struct MistakesTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        /// Separated by spaces. `FILE` is a capture of 197 packets; `CUT`, `EMPTY`, `TEXT`, `LINK`, `FOLDER` and `NEW` are in a folder that only
        /// the test has.
        let arguments: String
        let status: Int32
        /// All of them are on standard error.
        let words: [String]

        init(_ arguments: String, _ status: Int32, _ words: String...) {
            (self.arguments, self.status, self.words) = (arguments, status, words)
        }

        var testDescription: String { arguments }
    }

    static let commands = [
        Mistake("serivces FILE", 64, "no command or file “serivces”", "did you mean “nearscope services”?"),
        Mistake("session FILE", 64, "did you mean “nearscope sessions”?"),
        Mistake("analyse FILE", 64, "did you mean “nearscope analyze”?"),
        Mistake("version", 64, "did you mean “nearscope --version”?"),
        Mistake("help serivces", 64, "did you mean “nearscope services”?"),
        Mistake("help session", 64, "did you mean “nearscope sessions”?"),
        Mistake("decode http 00", 64, "no subcommand “http”", "“dns”"),
        Mistake("decode chess 00", 64, "no subcommand “chess”", "for a protocol of your own, add --protocol FILE"),
        Mistake("encode chess {}", 64, "no subcommand “chess”", "for a protocol of your own, add --protocol FILE"),
        Mistake("decode --format json dns 00", 64, "the subcommand comes before “--format”"),
        Mistake("generate message -o NEW.pcap", 64, "no scenario “message”", "“mesh”"),
        Mistake("sessions", 64, "Give a capture file"),
        Mistake("correlate FILE", 64, "Missing expected argument '<B>'"),
        Mistake("name next", 64, "Missing expected argument '<name>'"),
        Mistake("extract FILE", 64, "Missing expected argument '--output <file>'"),
        Mistake("--nofile", 64, "Unknown option '--nofile'"),
        Mistake("-x", 64, "Unknown option '-x'", "nearscope frames"),
        Mistake("sessions --merge --sorted=rtt", 64, "Unknown option '--sorted'. Did you mean '--sort'?"),
        Mistake("messages --type mesh --formt csv", 64, "Unknown option '--formt'. Did you mean '--format'?"),
        Mistake("--merge --threads -2", 64, "Give a capture file"),
        Mistake("follow FILE", 64, "such as --session 4"),
        Mistake("follow FILE --session 1 --session 2", 64, "one session"),
        Mistake("manual serivces", 64, "did you mean “services”?"),
        Mistake("capture -i lo -w NEW.pcapng.gz", 64, "such as new.pcapng."),
        Mistake("capture -i lo -w NEW.CAP", 64, "such as new.pcapng. nearscope extract makes a pcap"),
        Mistake("capture -w NEW", 64, "Give an interface with -i", "--list-interfaces"),
    ]

    static let habits = [
        Mistake("-r FILE -n", 64, "Unknown option '-n'", "never looked up"),
        Mistake("-r FILE -Y tcp.port==9000", 64, "Unknown option '-Y'", "--filter 'tcp port 7000'"),
        Mistake("-f tcp FILE", 64, "Unknown option '-f'", "--filter"),
        Mistake("-o out FILE", 64, "Unknown option '-o'", "> FILE"),
        Mistake("-w out FILE", 64, "Unknown option '-w'", "nearscope capture -w FILE"),
        Mistake("-q FILE", 64, "Unknown option '-q'", "short answer"),
        Mistake("-V -r FILE", 64, "Unknown option '-V'", "nearscope frames FILE"),
        Mistake("FILE --verbose", 64, "Unknown option '--verbose'", "--all"),
        Mistake("FILE --json", 64, "Unknown option '--json'", "--format json"),
        Mistake("FILE -c 5", 64, "Unknown option '-c'", "--frame 1-5"),
        Mistake("-i en0", 64, "nearscope"), Mistake("FILE --from 5", 64, "nearscope extract FILE --from 5"),
        Mistake("FILE --session 4", 64, "nearscope sessions"),
        Mistake("FILE --filter tpc~port~80", 64, "did you mean “tcp”?"),
        Mistake("FILE --filter TCP~port~80", 64, "did you mean “tcp”?"),
        Mistake("FILE --filter awdl", 64, "nearscope wireless"),
        Mistake("FILE --filter tcp.port==9000", 64, "Wireshark's display language", "'tcp port 9000'"),
        Mistake("FILE --filter ip.addr==10.0.0.1", 64, "Wireshark's display language", "'host 10.0.0.1'"),
        Mistake("FILE --filter mesh", 64, "syntax error at “mesh”", "tcpdump's language", "--application mesh"),
        Mistake("FILE --filter _yourmesh._tcp", 64, "syntax error"),
    ]

    static let files = [
        Mistake("no/such.pcap", 66, "no such file"), Mistake("*.pcap", 66, "*.pcap: cannot open"),
        Mistake("frames FOLDER", 64, "a directory only with --merge"),
        Mistake("FOLDER", 66, "no capture files"), Mistake("EMPTY", 65, "the file is empty"),
        Mistake("/dev/null", 65, "the file is empty"), Mistake("TEXT", 65, "not a capture file"),
        Mistake("CUT", 2, "the file ends early", "everything before it was analyzed"),
        Mistake("LINK", 66, "cannot open"),
        Mistake("frames FILE FILE", 64, "only with --merge"), Mistake("messages -", 64, "save it to a file first"),
        Mistake("--merge -", 64, "save it to a file first"),
        Mistake("extract FILE -o FILE", 64, "would be overwritten"),
        Mistake("extract FILE -o EMPTY", 74, "already exists; use --force"),
        Mistake("extract FILE -o NEW/a.pcap", 74, "no such folder"),
        Mistake("extract FILE -o FOLDER", 74, "cannot be created"),
        Mistake("extract FILE -o LINK --force", 74, "symbolic link"),
        Mistake("check plist FILE", 65, "not a property list"),
        Mistake("correlate FILE CUT2", 66, "no such file"),
        Mistake("generate mesh -o NEW.txt", 64, "must end with .pcap or .pcapng"),
        Mistake("capture -i lo -w NEW.pcap", 64, "capture writes pcapng"),
        Mistake("capture -i lo -w NEW.txt", 64, "capture writes pcapng", "new.pcapng."),
        Mistake("capture -i lo -w NEW.pcapng.gz", 64, "such as new.pcapng."),
        Mistake("capture -i nope0", 66, "nope0"),
    ]

    static let values = [
        Mistake("FILE --formt json", 64, "Did you mean '--format'?"),
        Mistake("FILE --format tsv", 64, "'text', 'json' or 'ndjson'"),
        Mistake("FILE --fail-on warnings", 64, "'error', 'warning' or 'note'"),
        Mistake("sessions FILE --sort latency", 64, "no order “latency”", "duration"),
        Mistake("sessions FILE --session 99", 64, "no session 99", "1 to 4"),
        Mistake("messages FILE --session 99", 64, "no session 99", "1 to 4"),
        Mistake("sessions FILE --session -1", 64, "'-1' is invalid", "such as 4"),
        Mistake("FILE --udp-idle -1", 64, "'-1' is invalid", "such as 5s"),
        Mistake("FILE --udp-idle 5parsecs", 64, "expected a duration such as 5s"),
        Mistake("messages FILE --limit -1", 64, "--limit must be 1 or more"),
        Mistake("messages FILE --limit 0", 64, "--limit must be 1 or more"),
        Mistake("FILE --threads -2", 64, "--threads must be 1 or more"),
        Mistake("FILE --threads many", 64, "'many' is invalid for '--threads"),
        Mistake("FILE --width 0", 64, "--width must be"), Mistake("FILE --width wide", 64, "'wide' is invalid"),
        Mistake("frames FILE --frame 300", 64, "no frame 300", "197 frames"),
        Mistake("frames FILE --frame 7-3", 64, "'7-3' is invalid", "7-12"),
        Mistake("frames FILE --frame 0", 64, "counted from 1"),
        Mistake("extract FILE --frames 300 -o NEW", 64, "no frame 300", "197 frames"),
        Mistake(
            "extract FILE --filter udp -o NEW --from 1h", 1, "none of the 197 packets is selected", "--filter, --from"),
        Mistake(
            "extract FILE --from 5:22:14 -o NEW", 1, "check --from; the packets are from 20", "after the first one"),
        Mistake("frames FILE --from 1h", 0, "no frame matches --from"),
        Mistake("FILE --width -5", 64, "--width must be 40 to 200"),
        Mistake("capture -i lo -w NEW --mode 999", 64, "'999' is invalid", "640"),
        Mistake("capture -i lo --duration 1h5", 64, "'1h5' is invalid", "60s"),
        Mistake("extract FILE --from 5 --to 2 -o NEW", 64, "--from is after --to"),
        Mistake("sessions FILE --peer Bob", 64, "no peer “Bob”", "“Alice”"),
        Mistake("sessions FILE --peer iphone", 64, "did you mean “Bruno's iPhone”?"),
        Mistake("sessions FILE --service yourmesh", 64, "did you mean “_yourmesh._tcp”?"),
        Mistake("services FILE --type yourmesh", 64, "did you mean “_yourmesh._tcp”?"),
        Mistake("extract FILE --peer bruno -o NEW", 64, "did you mean “Bruno's iPhone”?"),
        Mistake("messages FILE --type ping", 64, "no message of type “ping”", "“direct”"),
        Mistake("messages FILE --type ident", 64, "did you mean “identification”?"),
        Mistake(
            "sessions FILE --application http", 64, "no session with the application “http”", "“mesh”"),
        Mistake("sessions FILE --transport sctp", 64, "'sctp' is invalid", "tcp"),
        Mistake("compare FILE --by colour", 64, "no factor “colour”", "transport"),
        Mistake("generate lossy-transfer -o NEW.pcap --loss 500%", 64, "--loss must be", "5%"),
        Mistake("capture -i lo -w NEW --rotate 10", 64, "'10' is invalid", "100MB"),
        Mistake("capture -i lo -w NEW --mode 9", 64, "'9' is invalid", "octal"),
        Mistake("capture -i lo --quiet", 64, "--quiet needs -w"), Mistake("capture -i lo -i lo", 64, "twice"),
        Mistake("FILE --filter tcp~port", 64, "syntax error"), Mistake("decode dns zz", 65, "not hexadecimal digits"),
        Mistake("decode dns", 64, "Give either the text"),
        Mistake("decode mesh --file no/such.hex", 66, "cannot be read"),
    ]

    @Test(arguments: commands + habits + files + values) func isAnsweredByASentence(mistake: Mistake) throws {
        let folder = try TemporaryFolder()
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let link = folder.url.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder"), withIntermediateDirectories: false)
        let names = [
            "FILE": capture, "LINK": link, "FOLDER": folder.url.appending(path: "folder").path,
            "EMPTY": try folder.write([], to: "empty.pcap"),
            "TEXT": try folder.write(Array("Hello.\n".utf8), to: "text"),
            "CUT": try folder.write(Array(try Data(contentsOf: URL(filePath: capture)).prefix(10_000)), to: "cut.pcap"),
            "NEW": folder.url.appending(path: "new").path,
        ]
        let arguments = mistake.arguments.split(separator: " ").map { word -> String in
            for (name, path) in names where word == name || word.hasPrefix(name + ".") || word.hasPrefix(name + "/") {
                return path + word.dropFirst(name.count)
            }
            return String(word).replacing("~", with: " ")
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        let outcome = try BuiltTool.run(arguments: arguments, environment: ["COLUMNS": "200"])
        #expect(outcome.status == mistake.status, "\(outcome.errors)")
        for words in mistake.words { #expect(outcome.errors.contains(words), "\(outcome.errors)") }
        #expect(outcome.errors.first.map { "nE".contains($0) } ?? false, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before)
    }

    @Test func thereAreMoreThanFortyOfThem() {
        #expect(Set((Self.commands + Self.habits + Self.files + Self.values).map(\.arguments)).count > 80)
    }

    /// What Wireshark copies of a packet in monitor mode.
    @Test func bytesThatBeginTooEarlySayWhereToBegin() throws {
        let path = BuiltTool.fixture("wireless/" + (try Self.firstRadioCapture()))
        var reader = try CaptureFile.open(path: path).makeReader()
        _ = try #require(try reader.next())
        let bytes = reader.bytes.copied()
        let length = Int(bytes[2]) | Int(bytes[3]) << 8
        for kind in ["awdl", "nan", "80211"] {
            let outcome = try BuiltTool.run("decode", kind, Hex.encode(bytes))
            // The header can be read as an association request.
            #expect(outcome.status == (kind == "80211" ? 0 : 1) && outcome.errors.contains("radiotap header"))
            #expect(outcome.errors.contains("leave out the first \(length) bytes"))
        }
        let frame = try BuiltTool.run("decode", "awdl", Hex.encode(Array(bytes.dropFirst(length))))
        #expect(frame.status == 1 && frame.errors.contains("use nearscope decode 80211"))
    }

    private static func firstRadioCapture() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: BuiltTool.fixture("wireless")).sorted()
        return try #require(
            names.first { name in
                guard let file = try? CaptureFile.open(path: BuiltTool.fixture("wireless/" + name)),
                    var reader = try? file.makeReader(), (try? reader.next()) != nil
                else { return false }
                return reader.linkType == .ieee80211Radiotap
            })
    }

    #if os(Linux)
        @Test(arguments: ["", "sessions ", "messages ", "frames "]) func aFullDeviceIsTold(command: String) throws {
            let arguments =
                command.split(separator: " ").map(String.init) + [BuiltTool.fixture("mesh2-basic.alice.pcap")]
            let outcome = try BuiltTool.run(arguments: arguments, output: "/dev/full")
            #expect(outcome.status == 74 && outcome.errors == "nearscope: standard output: cannot be written\n")
        }
    #endif

    @Test func aReaderThatGoesAwayIsNoMistake() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "{ \"$0\" frames \"$1\"; echo \"status $?\" >&2; } | head -1 > /dev/null", BuiltTool.executable.path,
            BuiltTool.fixture("mesh2-basic.alice.pcap"),
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "status 141\n" || text == "status 0\n")
    }

    /// The narrowest terminal that there is.
    @Test(arguments: ["", "sessions ", "services ", "messages "]) func aNarrowTerminalHasAnAnswer(command: String)
        throws
    {
        let arguments = command.split(separator: " ").map(String.init) + [BuiltTool.fixture("mesh2-basic.alice.pcap")]
        let outcome = try BuiltTool.run(arguments: arguments, environment: ["COLUMNS": "20"])
        #expect(outcome.status == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test func aFilterWithoutWordsIsNone() throws {
        let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        #expect(try BuiltTool.run(capture, "--filter", " ").text == BuiltTool.run(capture).text)
    }

    @Test(.enabled(if: getuid() != 0)) func aFileWithoutPermissionSaysSo() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([1], to: "own.pcap")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let outcome = try BuiltTool.run(path)
        #expect(outcome.status == 66 && outcome.errors.contains("permission denied"))
    }
}
