#ifndef CPRIVILEGES_H
#define CPRIVILEGES_H

#include <sys/types.h>

// In C, because the calls of Linux for all this take a variable number of arguments or have no declaration in its C library.
// Where a function is not for the system, it does nothing and succeeds.

/// Gives up, for good, what a program needed to open a network device.
///
/// - uid, gid: Who to go on as; the present user to remain that.
/// - keeps_network: Whether the right to configure network interfaces stays, and no other.
/// - Returns: 0, or the errno of the first call that failed.
int nearscope_drop_privileges(uid_t uid, gid_t gid, int keeps_network);

/// Begins a set of rules by which files may be opened (Landlock).
///
/// - Returns: A descriptor, or -1 if the kernel has no such rules.
int nearscope_begin_rules(void);

/// Adds a rule.
///
/// - path: A folder; the rule holds for all that is below it. One that is not there needs no rule.
/// - writes: Whether files may be made, written, replaced and removed there; else they may be read.
/// - Returns: 0, or the errno of the call that failed.
int nearscope_add_rule(int rules, const char *path, int writes);

/// Holds the calling thread, and those that it starts, to the rules: nothing else is opened, executed, made or removed from then on. Where
/// the kernel can, no TCP port is bound or connected to, and no socket of another program with an abstract name is
/// used. What is open stays so.
///
/// - Returns: 0, or the errno of the call that failed.
int nearscope_obey_rules(int rules);

/// Refuses calls to all threads of the process (seccomp): to execute programs, look into other processes, connect or accept.
///
/// - keeps_sockets: Whether sockets can still be made.
/// - Returns: 0, also where the kernel cannot do it, or the errno of the call that failed.
int nearscope_refuse_calls(int keeps_sockets);

#endif
