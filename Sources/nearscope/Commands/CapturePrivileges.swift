import ArgumentParser
import Foundation
import PacketCapture
import Platform
import Privileges
import WireText

/// What a capture keeps of the rights that opening its devices took: strangers' packets are parsed with none of them.
struct CapturePrivileges {
    private let user: OrdinaryUser
    private let path: String?
    private let isMonitor: Bool
    private let interfaces: [String]
    private let keyLogs: [String]

    /// - Throws: The exit status if there is no such user.
    init(_ command: CaptureCommand) throws {
        try self.init(
            user: command.user, interfaces: command.interfaces, rotating: command.rotate.isEmpty ? nil : command.path,
            isMonitor: command.monitor, keyLogs: command.keys.logs)
    }

    /// - Parameters:
    ///   - name: The value of `--user`.
    ///   - path: Of files that are made later.
    /// - Throws: The exit status if there is no such user.
    init(
        user name: String?, interfaces: [String], rotating path: String? = nil, isMonitor: Bool = false,
        keyLogs: [String] = []
    ) throws {
        (self.path, self.isMonitor, self.interfaces, self.keyLogs) = (path, isMonitor, interfaces, keyLogs)
        if let name {
            guard let user = OrdinaryUser(named: name) else {
                throw ExitStatus.wrongUsage("--user: there is no user “\(name)”")
            }
            self.user = user
        } else if geteuid() == 0 {
            let environment = ProcessInfo.processInfo.environment
            // Who rotates makes files later, where nobody may not.
            let anybody = path == nil ? OrdinaryUser(named: "nobody") : nil
            user = OrdinaryUser(sudo: environment) ?? anybody ?? .current
        } else {
            user = .current
        }
    }

    /// Goes on as an ordinary user without capabilities, who owns the file that was made already, and can open no other.
    ///
    /// - Throws: The exit status after the reason was reported.
    func giveUp(_ recorder: CaptureRecorder?) throws {
        do {
            if geteuid() == 0 { try recorder?.giveFile(uid: user.uid, gid: user.gid) }
            // Capabilities belong to a thread. This one goes first: what it keeps for monitor mode would be lost if another thread
            // changed the user for all of them.
            try user.becomeOnlyUser(keepsNetwork: isMonitor)
            let user = user
            let error = MainThread.run { () -> SystemError? in
                do throws(SystemError) {
                    try user.becomeOnlyUser(keepsNetwork: false)
                    return nil
                } catch {
                    return error
                }
            }
            if let error = error.flatMap(\.self) { throw error }
        } catch {
            throw ExitStatus.cannotOpen.failure(
                "capture", "cannot give up the rights of root: \(error); --user root stays root without capabilities")
        }
        let folder = path.map { URL(filePath: $0).deletingLastPathComponent().path }
        if let folder, !FileManager.default.isWritableFile(atPath: folder) {
            throw ExitStatus.cannotWrite.failure(
                folder,
                "the user that the capture goes on as cannot make files here; choose one with --user, or another folder"
            )
        }
        try confine(folder)
    }

    /// Files below it are read by the library that runs threads, to see how busy they are; it ends the process where it cannot.
    private static let processes = "/proc"

    /// Lets the process open nothing that capturing does not need, as far as the system can.
    ///
    /// - Parameter folder: Where files are made later, nil for nowhere.
    private func confine(_ folder: String?) throws {
        // Where libpcap finds how many packets an interface has dropped.
        let counters = interfaces.map { "/sys/class/net/\($0)/statistics" }
        // Where key logs are made, and made again, while packets come.
        let logs = keyLogs.map(KeyLogFile.folder)
        do {
            let confinement = try Confinement(
                readable: [Self.processes] + counters + logs, writable: folder.map { [$0] } ?? [],
                keepsSockets: isMonitor)
            // As above: the rules are those of a thread and of what it starts.
            try confinement.confineThread()
            let error = MainThread.run { () -> SystemError? in
                do throws(SystemError) {
                    try confinement.confineThread()
                    return nil
                } catch {
                    return error
                }
            }
            if let error = error.flatMap(\.self) { throw error }
            try confinement.confineCalls()
        } catch {
            throw ExitStatus.cannotOpen.failure("capture", "cannot confine itself to what a capture needs: \(error)")
        }
    }
}
