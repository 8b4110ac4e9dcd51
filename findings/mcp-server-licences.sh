#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0 (npm).
#
# The package names zod and @modelcontextprotocol/core as its dependencies, and Apache-2.0 as its licence; its LICENSE adds the MIT licence of
# its own older parts. Its files also hold the code of seven other packages: ajv, ajv-formats, fast-deep-equal and json-schema-traverse (MIT,
# Evgeny Poberezkin and others), fast-uri (BSD-3-Clause, Gary Court and the Fastify team), content-type and @cfworker/json-schema (MIT). Their
# licences ask that copyright notice and text come with each copy. Of the authors of ajv and fast-uri no file of the package has the notice,
# and none has the text of BSD-3-Clause.
#
# Tools that collect licences go by dependencies, so whoever bundles or redistributes the package passes the code on without the notices, too.
#
# Needs npm. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server@2.4.0 > /dev/null
package=$folder/node_modules/@modelcontextprotocol/server

dependencies=$(node -p 'Object.keys(require(process.argv[1]).dependencies).join(" ")' "$package/package.json")
# the bundler has left the path of each file that it took over
inside=$(grep -rhoE --include='*.mjs' '//#region .*node_modules/\.pnpm/[^/]+' "$package/dist" | sed -E 's|.*/\.pnpm/||; s/@[0-9][^@]*$//' | sort -u | tr '\n' ' ')
licences=$(cd "$package" && find . -type f \( -iname '*licen*' -o -iname '*notice*' \) | sort | tr '\n' ' ')
bsd=$( (grep -rlF 'Redistribution and use in source' "$package" || true) | wc -l)
notices=$( (grep -rlE 'Poberezkin|Gary Court|The Fastify team' "$package" || true) | wc -l)
printf '%s\n' "dependencies: $dependencies" "code of: $inside" "licence files: $licences" "files with the text of BSD-3-Clause: $bsd" "files with a notice of ajv or fast-uri: $notices"

[[ $inside == *'ajv '*'fast-deep-equal '*'fast-uri '*'json-schema-traverse '* && $bsd -eq 0 && $notices -eq 0 && $licences == './LICENSE ' ]] || {
  echo 'this has changed' >&2
  exit 1
}
