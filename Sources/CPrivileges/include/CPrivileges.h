#ifndef CPRIVILEGES_H
#define CPRIVILEGES_H

#include <sys/types.h>

/// Gives up, for good, what a program needed to open a network device.
///
/// In C, because the calls of Linux for it take a variable number of arguments or have no declaration in its C library.
///
/// - uid, gid: Who to go on as; the present user to remain that.
/// - keeps_network: Whether the right to configure network interfaces stays, and no other.
/// - Returns: 0, or the errno of the first call that failed.
int nearscope_drop_privileges(uid_t uid, gid_t gid, int keeps_network);

#endif
