import ArgumentParser
import ServiceDiscovery

/// Questions about names that need no capture.
struct NameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "name",
        abstract: "Answers questions about names: how a conflict changes one, and what is wrong with one.",
        discussion: """
            An instance or host whose name is taken gets another name. Each responder has its own rule for that. \
            These commands know the rules of Apple's mDNSResponder, Avahi, python-zeroconf, systemd-resolved and \
            JmDNS.

            EXAMPLES
              nearscope name next iPad                     iPad (2), iPad #2, iPad-2 …
              nearscope name explain iPad 'iPad (3)'       two conflicts, by Apple or JmDNS
              nearscope name check 'iPad (2)._http._tcp.local'
              nearscope name next MacBook-Pro-14 --host    which random numbers may follow
            """
                + ExitStatus.help([
                    0: "answered, nothing is wrong", 1: "no next name, no rule leads there, or a rule is broken",
                ]),
        subcommands: [Next.self, Check.self, Explain.self])
}

extension ResponderFamily: ExpressibleByArgument {}
