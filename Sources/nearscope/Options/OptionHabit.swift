/// Options of other programs that people type by habit, and what does the same here.
enum OptionHabit {
    private static let answers: [(options: [String], answer: String)] = [
        (["-n", "-nn"], "addresses are never looked up in the network: leave it out"),
        (
            ["-f", "-Y", "-R", "--display-filter", "--capture-filter", "--bpf"],
            "--filter takes tcpdump's language: --filter 'tcp port 7000'"
        ),
        (
            ["-o", "-w", "--output", "--write", "--out"],
            "what is printed goes to standard output: redirect it with > FILE; nearscope extract FILE -o PART copies packets, nearscope capture -w FILE records them"
        ),
        (
            ["-q", "--quiet", "--summary"],
            "the summary is the short answer; the commands of --help answer single questions"
        ),
        (
            ["-v", "-vv", "-V", "-x", "-X", "-A", "--verbose", "--details", "--full"],
            "--all shows everything; nearscope frames FILE shows each packet with its fields"
        ),
        (["-j", "-J", "--json", "-T"], "write --format json"), (["--ndjson", "--jsonl"], "write --format ndjson"),
        (["--csv", "--tsv"], "write --format csv, where the command has rows (services, sessions, messages, frames)"),
        (["--text", "--plain"], "text is the default; --color never leaves out colors"),
        (["--html"], "there is no such format; --format json has everything"),
        (
            ["-c", "--count", "--limit", "-N"],
            "nearscope frames FILE --frame 1-5 shows the first five packets, nearscope messages FILE --limit 5 as many messages, nearscope capture --packets 5 ends after them"
        ),
        (["-i", "--interface"], "nearscope capture -i INTERFACE captures"),
        (["-D", "-L", "--list-interfaces"], "nearscope capture --list-interfaces shows them"),
        (["-s", "--snaplen"], "nearscope capture has --snap-length"),
        (["-C", "-G", "-W", "-b"], "nearscope capture has --rotate 100MB or --rotate 1h, and --files 24"),
        (["-a", "--autostop"], "nearscope capture has --duration and --packets"),
        (["-z", "--stats"], "nearscope sessions, services, messages and wireless are the statistics"),
        (["-r", "--read"], "give the file alone, without an option"),
        (
            ["-t", "-tt", "-ttt", "-u"],
            "times are seconds since the first packet; --format json has the time of the first"
        ),
        (["-E", "-e", "--fields"], "--format json or ndjson has all fields; choose with jq"),
        (["-p"], "nearscope capture has --no-promiscuous"),
        (
            ["--from", "--to"],
            "nearscope frames and messages have it, and nearscope extract FILE --from 5 --to 1.5min -o PART copies that time"
        ),
        (
            ["--session", "--sessions"],
            "nearscope sessions, messages and follow have --session 4, and nearscope extract FILE --session 4 -o PART copies it"
        ),
    ]

    /// What to do instead of an option, nil for one that no program has.
    static func answer(to option: String) -> String? { answers.first { $0.options.contains(option) }?.answer }

    /// A message of the parser with what to do instead of the option that it does not know.
    static func explained(_ message: String) -> String {
        let start = "Error: Unknown option '"
        guard message.hasPrefix(start),
            let option = message.dropFirst(start.count).split(separator: "'", maxSplits: 1).first,
            let answer = answer(to: String(option)), let end = message.firstIndex(of: "\n")
        else { return message }
        return message[..<end] + "\nHelp:  " + answer + message[end...]
    }
}
