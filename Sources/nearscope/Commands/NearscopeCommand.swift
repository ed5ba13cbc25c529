import ArgumentParser
import TraceAnalysis
import TraceModel

struct NearscopeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearscope",
        abstract: "Explains captures of nearby networking: who found whom, which sessions, how fast, what went wrong.",
        discussion: """
            EXAMPLES
              nearscope trace.pcapng                     what happened, for people
              nearscope trace.pcap --format json | jq .  the same, for programs
              tcpdump -i en0 -w - | nearscope -          from a pipe
              nearscope services trace.pcap              why is it called "iPad (2)"?
              nearscope conformance trace.pcap           who breaks which rule of mDNS?
              nearscope sessions trace.pcap --sort rtt   who was connected, how well?
              nearscope messages trace.pcap --session 2  what was said, when, how late?
              nearscope follow trace.pcap --session 2    the bytes of a session, in order
              nearscope qlog trace.pcap --session 2      a QUIC session for qvis
              nearscope wireless monitor.pcap            which devices are on the air?
              nearscope compare *.pcap --by transport    which transport is better?
              nearscope frames trace.pcap --frame 7-12   packets, layer by layer
              nearscope extract trace.pcap --session 3 -o session.pcapng
              nearscope export *.pcap -o traces.sqlite   rows for SQLite, DuckDB, pandas
              nearscope correlate a.pcap b.pcap          loss and delay between two points
              nearscope capture -i en0 -w trace.pcapng   packets from a network, live
              nearscope conform -i lo --target printer   does it keep the rules of mDNS?
              nearscope protocol infer trace.pcap --session 4 > chess.yaml
              nearscope trace.pcap --protocol chess.yaml an app with its own protocol
              nearscope decode dns HEX                   the fields of a DNS message
              nearscope encode dns JSON                  a DNS message from JSON
              nearscope name next 'iPad (2)'             how a conflict changes a name
              nearscope txt check path=/ a=1 A=2         what is wrong with a TXT record
              nearscope check plist Info.plist           which services an app declares
              nearscope generate mesh -o mesh.pcapng     a generated capture, and its truth
            """
                + ExitStatus.help(
                    [1: "a finding reached --fail-on", 66: "the file or interface cannot be opened"],
                    others: ExitStatus.ofCaptures),
        version: TraceReport.Generator.currentVersion,
        subcommands: [
            AnalyzeCommand.self, FindingsCommand.self, PeersCommand.self, ServicesCommand.self, ConformanceCommand.self,
            SessionsCommand.self, MessagesCommand.self,
            FollowCommand.self, QLogCommand.self, WirelessCommand.self, CompareCommand.self, CorrelateCommand.self,
            FramesCommand.self,
            ExtractCommand.self, ExportCommand.self, SchemaCommand.self, ReportCommand.self, CaptureCommand.self,
            ConformCommand.self,
            ProtocolCommand.self, NameCommand.self,
            TXTCommand.self, CheckCommand.self, DecodeCommand.self, EncodeCommand.self,
            GenerateCommand.self, CompletionCommand.self, ManualCommand.self,
        ],
        defaultSubcommand: AnalyzeCommand.self)
}
