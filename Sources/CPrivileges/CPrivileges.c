#define _GNU_SOURCE
#include "CPrivileges.h"

#include <errno.h>
#include <grp.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static int set_capabilities(int keeps_network) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capget, &header, held) != 0) return errno;
    unsigned int kept = keeps_network ? held[0].permitted & (1u << CAP_NET_ADMIN) : 0;
    struct __user_cap_data_struct wanted[2] = {{kept, kept, 0}, {0, 0, 0}};
    return syscall(SYS_capset, &header, wanted) == 0 ? 0 : errno;
}
#endif

int nearscope_drop_privileges(uid_t uid, gid_t gid, int keeps_network) {
    int changes_user = geteuid() == 0 && (uid != getuid() || uid != 0);
#ifdef __linux__
    if (changes_user && keeps_network && prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) return errno;
#endif
    if (changes_user && (setgroups(0, NULL) != 0 || setgid(gid) != 0 || setuid(uid) != 0)) return errno;
#ifdef __linux__
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return set_capabilities(keeps_network);
#else
    return 0;
#endif
}
