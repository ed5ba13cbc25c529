# Sourced by .ci/run and .ci/nightly: the root of the checkout, a scratch folder, steps and what they need.
set -euo pipefail
exec </dev/null

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && git rev-parse --show-toplevel)
cd "$root"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=()

step() { printf '\n== %s\n' "$1"; }
fail() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }
report() { step "Passed"; printf -- '- %s\n' "${passed[@]}"; }

# Packages are installed without asking on a machine of one's own (root), in CI, and where that is asked for. Elsewhere the
# command is printed, and nothing is changed.
may_install=false
[[ $(id -u) -ne 0 && ${CI:-} != true ]] || may_install=true
for option in "$@"; do
    [[ $option == --install ]] || { printf 'usage: %s [--install]\n' "$0" >&2; exit 64; }
    may_install=true
done

# install PACKAGE...: installs these Debian packages without a prompt.
install() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
    [[ $(id -u) -eq 0 ]] || apt=(sudo "${apt[@]}")
    "${apt[@]}" update && "${apt[@]}" install -y "$@"
}

# missing PACKAGE...: prints those that are not installed.
missing() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || printf '%s ' "$package"
    done
}

# block LANGUAGE NUMBER: the content of that fenced block of README.md.
block() {
    awk -v fence="\`\`\`$1" -v wanted="$2" '
        !inside && /^```/ { inside = 1; shown = $0 == fence && ++number == wanted; next }
        inside && /^```$/ { inside = 0; next }
        inside && shown { print }' README.md
}

# README.md is the one place that names the packages and the commands.
first=$(block sh 1)
second=$(block sh 2)
[[ -n $first && -n $second && -z $(block sh 3) ]] || fail "README.md must have exactly two sh blocks"
build=${first##*&& }
read -ra packages < <(sed -n 's/.*apt-get install -y \([a-z0-9.+ -]*\).*/\1/p' <<<"$first")
[[ ${#packages[@]} -gt 0 && $build != "$first" ]] || fail "README.md's first command must install packages && build"

# need_packages: makes sure of README's packages, or stops and says how to install them. Systems without dpkg have their own.
need_packages() {
    local absent
    step "Packages"
    command -v dpkg-query >/dev/null || { printf 'Not checked: this system has no dpkg.\n'; return; }
    read -ra absent < <(missing "${packages[@]}") || true
    if [[ ${#absent[@]} -gt 0 ]]; then
        $may_install || fail "missing packages; install them, or run $0 --install:
  sudo apt-get install -y ${absent[*]}"
        install "${absent[@]}"
    fi
    passed+=("packages: ${packages[*]}")
}

# Recorded captures, captures of other projects and the scorer of both lie beside the checkout, if anywhere: they are too
# large for the repository.
shared=$root/../shared
scorer=$shared/score/score

# score SECTION...: the scorer as a ratchet. Only the failing checks in .ci/known.tsv are admitted.
score() { "$scorer" --tool "$tool" --known .ci/known.tsv "$@"; }
