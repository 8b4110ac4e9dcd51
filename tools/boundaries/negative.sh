#!/usr/bin/env bash
# Every boundary rule must bite: each line below breaks one rule and has to be refused, each control has to pass.
# Run by npm, so that Node 24 comes first on the path; lint rules need the Nx graph.
set -u
export NX_DAEMON=false
nx show projects > /dev/null || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"; rm -f "${probes[@]}"' EXIT
probes=() refused=() allowed=()

# One probe file each, so that a single run of eslint judges all of them.
probe() { printf '%s\n' "$2" > "$1"; probes+=("$1"); }
refuse() { probe "$1/boundary-probe-${#probes[@]}.ts" "$2"; refused+=("${probes[-1]}"); }
allow() { probe "$1/boundary-probe-${#probes[@]}.ts" "$2"; allowed+=("${probes[-1]}"); }

mkdir -p apps/intents/src/domain
refuse apps/intents/src "export { AppModule } from '../../gateway/src/app.module.js';"
refuse apps/intents/src "export { newId } from '../../../libs/platform/src/crypto/ids.js';"
refuse apps/intents/src "export { testKeys } from '@paygate/testing';"
refuse apps/intents/src "export { runFuzz } from '@paygate/testing/fuzz';"
refuse apps/intents/src "export { request } from 'node:http';"
refuse apps/intents/src "export { fastify } from 'fastify';"
refuse apps/intents/src "export const secret = process.env['SECRET'];"
refuse apps/intents/src "export { Strategy } from 'passport-jwt';"
refuse apps/gateway/src "export { Strategy } from 'passport-jwt';"
refuse apps/intents/src/domain "export { Injectable } from '@nestjs/common';"
refuse apps/intents/src/domain "export { randomBytes } from 'node:crypto';"
refuse apps/intents/src/domain "export { AppModule } from '../app.module.js';"
refuse tools/operator "export { eventually } from '@paygate/testing';"
refuse apps/e2e/src "export { newId } from '@paygate/platform';"
refuse apps/e2e/src "export { createIntent } from '@paygate/contracts';"
refuse libs/contracts/src "export { Injectable } from '@nestjs/common';"
refuse libs/contracts/src "export type { DataSource } from 'typeorm';"
refuse libs/contracts/src "export { newId } from '@paygate/platform';"
refuse libs/platform/src "export { CommandBus } from '@paygate/messaging';"
refuse libs/messaging/src "export { AppModule } from '../../../apps/intents/src/app.module.js';"
refuse libs/webhook-signature/src "export { isErrorCode } from '@paygate/contracts';"
refuse libs/webhook-signature/src "export { Injectable } from '@nestjs/common';"

allow apps/intents/src "export { isErrorCode } from '@paygate/contracts';"
allow apps/intents/src "export { newId } from '@paygate/platform';"
allow apps/gateway/src "export { request } from 'node:http';"
allow libs/contracts/src "export { IsString } from 'class-validator';"
allow tools/operator "export { eventually } from '@paygate/platform';"
allow libs/platform/src "export { isErrorCode } from '@paygate/contracts';"

eslint --format json "${probes[@]}" > "$work/report.json" 2> "$work/errors.txt"
node - "$work/report.json" "${#refused[@]}" "${refused[@]}" "${allowed[@]}" <<'JS'
const [, , report, count, ...files] = process.argv;
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const rules = /enforce-module-boundaries|no-restricted-(imports|properties)/;
const results = new Map(
  JSON.parse(readFileSync(report, 'utf8')).map((file) => [file.filePath, file.messages.filter((m) => rules.test(m.ruleId ?? ''))]),
);
let failures = 0;
for (const [index, file] of files.entries()) {
  const hits = results.get(resolve(file));
  const mustBeRefused = index < Number(count);
  if (hits === undefined || mustBeRefused !== hits.length > 0) {
    failures += 1;
    console.error(`${mustBeRefused ? 'NOT REFUSED' : 'REFUSED'}: ${readFileSync(file, 'utf8').trim()} in ${file}`, hits ?? 'not linted');
  }
}
console.log(`boundaries: ${files.length} probes, ${failures} wrong`);
process.exit(failures === 0 ? 0 : 1);
JS
