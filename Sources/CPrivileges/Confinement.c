#define _GNU_SOURCE
#include "CPrivileges.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Of linux/landlock.h, which older systems have without what newer kernels know: the numbers are the kernel's contract.
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define VERSION_FLAG 1
#define PATH_BENEATH 1
#define WRITE_FILE (1ULL << 1)
#define READ_FILE (1ULL << 2)
#define REMOVE_FILE (1ULL << 5)
#define MAKE_REG (1ULL << 8)
#define TRUNCATE (1ULL << 14)
#define NET_BIND_AND_CONNECT 3ULL
#define SCOPE_ABSTRACT_SOCKET 1ULL

struct ruleset {
    uint64_t files, net, scoped;
};

struct rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static long version(void) { return syscall(LANDLOCK_CREATE, NULL, 0, VERSION_FLAG); }

/// All rights about files that a version has.
static uint64_t file_rights(long version) {
    int count = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
    return (1ULL << count) - 1;
}

int nearscope_begin_rules(void) {
    long known = version();
    if (known < 1) return -1;
    struct ruleset set = {file_rights(known), known < 4 ? 0 : NET_BIND_AND_CONNECT, known < 6 ? 0 : SCOPE_ABSTRACT_SOCKET};
    // A kernel refuses a longer struct than it knows.
    size_t size = known < 4 ? offsetof(struct ruleset, net) : known < 6 ? offsetof(struct ruleset, scoped) : sizeof set;
    return (int)syscall(LANDLOCK_CREATE, &set, size, 0);
}

int nearscope_add_rule(int rules, const char *path, int writes) {
    uint64_t allowed = writes ? WRITE_FILE | MAKE_REG | REMOVE_FILE | TRUNCATE : READ_FILE;
    struct rule rule = {allowed & file_rights(version()), open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    int error = syscall(LANDLOCK_ADD, rules, PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
    close(rule.parent);
    return error;
}

int nearscope_obey_rules(int rules) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return syscall(LANDLOCK_RESTRICT, rules, 0) == 0 ? 0 : errno;
}

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define REFUSE_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE

int nearscope_refuse_calls(int keeps_sockets) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        REFUSE,
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // The numbers of x32, a second way to all calls.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        REFUSE,
        REFUSE_CALL(SYS_execve),
        REFUSE_CALL(SYS_execveat),
        REFUSE_CALL(SYS_ptrace),
        REFUSE_CALL(SYS_process_vm_readv),
        REFUSE_CALL(SYS_process_vm_writev),
#ifdef SYS_pidfd_getfd
        REFUSE_CALL(SYS_pidfd_getfd),
#endif
        REFUSE_CALL(SYS_connect),
        REFUSE_CALL(SYS_listen),
        REFUSE_CALL(SYS_accept),
        REFUSE_CALL(SYS_accept4),
        REFUSE_CALL(SYS_io_uring_setup),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, keeps_sockets ? 0xFFFFFFFF : SYS_socket, 0, 1),
        REFUSE,
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result == 0) return 0;
    // More than 0: a thread that has a filter of another origin.
    if (result > 0) return EBUSY;
    return errno == ENOSYS || errno == EINVAL ? 0 : errno;
}
#else
int nearscope_refuse_calls(int keeps_sockets) { return 0; }
#endif

#else
int nearscope_begin_rules(void) { return -1; }
int nearscope_add_rule(int rules, const char *path, int writes) { return 0; }
int nearscope_obey_rules(int rules) { return 0; }
int nearscope_refuse_calls(int keeps_sockets) { return 0; }
#endif
