#!/bin/sh
# Fetches what the table's pages need from npm, at pinned versions, and lays it beside this script. Which registry is npm's own setting.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

unpack() { # NAME VERSION FOLDER: the package, unpacked to $work/FOLDER
    mkdir "$work/$3"
    (cd "$work/$3" && npm pack --silent "$1@$2" >/dev/null && tar xzf ./*.tgz --strip-components=1)
}

unpack htmx.org 2.0.11 htmx
unpack idiomorph 0.8.0 idiomorph
unpack @fontsource-variable/source-sans-3 5.3.0 sans
unpack @fontsource-variable/source-serif-4 5.3.1 serif

cp "$work/htmx/dist/htmx.min.js" "$work/idiomorph/dist/idiomorph-ext.min.js" "$here/"
for file in sans-3-latin-wght-normal sans-3-latin-ext-wght-normal; do cp "$work/sans/files/source-$file.woff2" "$here/"; done
for file in serif-4-latin-wght-normal serif-4-latin-ext-wght-normal serif-4-latin-wght-italic; do cp "$work/serif/files/source-$file.woff2" "$here/"; done

{
    for package in htmx idiomorph sans serif; do
        name=$(node -p "const p = require('$work/$package/package.json'); p.name + ' ' + p.version + (p.license ? ' (' + p.license + ')' : '')")
        printf '======== %s ========\n\n' "$name"
        cat "$work/$package/LICENSE" 2>/dev/null || echo "The package holds no licence text; its package.json names the licence above."
        printf '\n'
    done
} >"$here/LICENSES.txt"
