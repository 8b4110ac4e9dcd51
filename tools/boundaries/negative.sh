#!/usr/bin/env bash
# Proves that the import rules of lint fail when they are broken: each line below breaks one rule and must be refused, each
# control must pass. So does the type check of the dashboard without a field of the API document. It works on a scratch copy, so
# that no other check sees the broken files. Run by npm, which puts Node 24, the linters and the compiler on the path.
set -u
export NX_DAEMON=false

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R apps libs tools deploy ./*.json ./*.mjs ./.*.mjs "$work"
ln -s "$PWD/node_modules" "$work/node_modules"
cd "$work" || exit 2
# ESLint's boundary rule reads the project graph
nx show projects > /dev/null || exit 2

refused=() allowed=()
# One probe file each, so that a single run of eslint judges all of them.
probe() { file="$1/boundary-probe-$((${#refused[@]} + ${#allowed[@]})).ts"; printf '%s\n' "$2" > "$file"; }
refuse() { probe "$1" "$2"; refused+=("$file"); }
allow() { probe "$1" "$2"; allowed+=("$file"); }

mkdir -p apps/intents/src/domain apps/charging/src/charges/domain
refuse apps/intents/src "export { AppModule } from '../../gateway/src/app.module.js';"
refuse apps/intents/src "export { newId } from '../../../libs/platform/src/crypto/ids.js';"
refuse apps/intents/src "export { testKeys } from '@paygate/testing';"
refuse apps/intents/src "export { request } from 'node:http';"
refuse apps/intents/src "export { fastify } from 'fastify';"
refuse apps/intents/src "export const secret = process.env['SECRET'];"
refuse apps/intents/src "export { Strategy } from 'passport-jwt';"
refuse apps/gateway/src "export { Strategy } from 'passport-jwt';"
refuse apps/intents/src/domain "export { Injectable } from '@nestjs/common';"
refuse apps/intents/src/domain "export { randomBytes } from 'node:crypto';"
refuse apps/intents/src/domain "export { AppModule } from '../app.module.js';"
refuse apps/charging/src/charges/domain "export { Injectable } from '@nestjs/common';"
refuse apps/charging/src/charges/domain "export { SettleCharges } from '../settle-charges.js';"
refuse apps/charging/src/charges/domain "export { Posting } from '../../books/ledger/posting.js';"
refuse tools/operator "export { eventually } from '@paygate/testing';"
refuse apps/e2e/src "export { newId } from '@paygate/platform';"
refuse apps/e2e/src "export { createIntent } from '@paygate/contracts';"
refuse libs/contracts/src "export { Injectable } from '@nestjs/common';"
refuse libs/contracts/src "export type { DataSource } from 'typeorm';"
refuse libs/contracts/src "export { newId } from '@paygate/platform';"
refuse libs/platform/src "export { CommandBus } from '@paygate/messaging';"
refuse libs/messaging/src "export { AppModule } from '../../../apps/intents/src/app.module.js';"
refuse libs/webhook-signature/src "export { isErrorCode } from '@paygate/contracts';"
refuse libs/sdk-node/src "export { isErrorCode } from '@paygate/contracts';"
refuse libs/sdk-node/src "export { fastify } from 'fastify';"
refuse libs/paper/src "export { isErrorCode } from '@paygate/contracts';"
refuse libs/typed-input/src "export { isErrorCode } from '@paygate/contracts';"
refuse libs/webhook-signature/src "export { Injectable } from '@nestjs/common';"

refuse apps/dashboard/src "export { isErrorCode } from '@paygate/contracts';"
refuse apps/dashboard/src "export { fastify } from 'fastify';"

allow apps/dashboard/src "export type { PaymentIntent } from '@paygate/api-types';"
allow apps/intents/src "export { isErrorCode } from '@paygate/contracts';"
allow apps/intents/src "export { newId } from '@paygate/platform';"
allow apps/gateway/src "export { request } from 'node:http';"
allow apps/charging/src/charges/domain "export { ledgerOf } from '../../books/ledger/domain/ledger.js';"
allow libs/sdk-node/src "export type { PaymentIntent } from '@paygate/api-types';"
allow libs/contracts/src "export { IsString } from 'class-validator';"
allow tools/operator "export { eventually } from '@paygate/platform';"
allow libs/platform/src "export { isErrorCode } from '@paygate/contracts';"

# the rules judged here need no types
cat > untyped.config.mjs <<'JS'
import tseslint from 'typescript-eslint';
import config from './eslint.config.mjs';
export default [...config, { files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }];
JS
eslint --config untyped.config.mjs --format json "${refused[@]}" "${allowed[@]}" > report.json
node - report.json "${#refused[@]}" "${refused[@]}" "${allowed[@]}" <<'JS'
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
failures=$?

# Two files that import each other, by type imports alone, in one folder of each kind.
folders=(apps/intents/src libs/testing/src tools/demo)
for folder in "${folders[@]}"; do
  printf '%s\n' "import type { Second } from './cycle-probe-second.js';" 'export type First = Second;' > "$folder/cycle-probe-first.ts"
  printf '%s\n' "export { type First } from './cycle-probe-first.js';" 'export type Second = string;' > "$folder/cycle-probe-second.ts"
done
if depcruise "${folders[@]}" > "$work/cycles.txt"; then failures=1; fi
for folder in "${folders[@]}"; do
  if ! grep -q "no-import-cycle.*$folder/cycle-probe" "$work/cycles.txt"; then
    echo "NOT REFUSED: an import cycle in $folder"
    failures=1
  fi
  rm "$folder"/cycle-probe-*.ts
done
echo "import cycles: ${#folders[@]} probes"

# The dashboard is typed from the API document: without fields that it shows, its type check names each of them. As it is, the
# target `typecheck` passes it.
rm "${refused[@]}" "${allowed[@]}"
types=libs/api-types/src/index.ts
probes=(PaymentIntent.reference Delivery.nextAttemptAt ListIntentsQuery.createdFrom RecoverRequest.includeDelivered)
for field in "${probes[@]}"; do
  schema=${field%.*} name=${field#*.}
  cp "$types" "$work/before.ts"
  sed "/^export interface $schema /,/^}/{/^  $name?*: /d;}" "$work/before.ts" > "$types"
  if cmp -s "$types" "$work/before.ts"; then
    echo "NO FIELD $field in the API document"
    failures=1
  fi
done
if tsc -p apps/dashboard > "$work/faults.txt"; then failures=1; fi
for field in "${probes[@]}"; do
  if ! grep -q "'${field#*.}'" "$work/faults.txt"; then
    echo "NOT REFUSED: the dashboard without $field in the API document"
    failures=1
  fi
done
echo "fields of the API document: ${#probes[@]} probes"
exit "$failures"
