import CPrivileges
import Platform

/// The user that a program goes on as when it no longer needs to be root.
package struct OrdinaryUser: Equatable, Sendable {
    package let uid: uid_t
    package let gid: gid_t

    package init(uid: uid_t, gid: gid_t) { (self.uid, self.gid) = (uid, gid) }

    /// The present one.
    package static var current: OrdinaryUser { OrdinaryUser(uid: getuid(), gid: getgid()) }

    /// Whoever called `sudo`, by the variables that it sets; nil without it.
    package init?(sudo environment: [String: String]) {
        guard let uid = environment["SUDO_UID"].flatMap(uid_t.init), uid != 0,
            let gid = environment["SUDO_GID"].flatMap(gid_t.init)
        else { return nil }
        self.init(uid: uid, gid: gid)
    }

    /// The user of a name; nil if there is none.
    package init?(named name: String) {
        // The entry is memory of the C library's that lives until the next such call; its numbers are copied at once.
        guard let entry = unsafe getpwnam(name) else { return nil }
        unsafe self.init(uid: entry.pointee.pw_uid, gid: entry.pointee.pw_gid)
    }

    /// Gives up for good the rights of root and all capabilities of Linux, in the calling thread and those that it starts; where
    /// the user changes, in all.
    ///
    /// - Parameter keepsNetwork: Whether interfaces can still be configured: one in monitor mode has to be set back.
    package func becomeOnlyUser(keepsNetwork: Bool) throws(SystemError) {
        let error = nearscope_drop_privileges(uid, gid, keepsNetwork ? 1 : 0)
        if error != 0 { throw SystemError(number: error) }
    }
}
