/**
 * Asks the versions that are shipped or newest what no test of the repository can know: `npm run shipped`. Packages come from the ordinary
 * registries into a temporary folder; what cannot be had on this machine is left out, with a line that says so.
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asked } from './asked.js';
import { askNumbers } from './numbers.js';
import { askPostgres } from './postgres.js';
import { askPrometheus, askPromtool } from './prometheus.js';
import { askZones } from './zones.js';

const questions: Readonly<Record<string, (folder: string) => Promise<Asked> | Asked>> = {
  numbers: askNumbers,
  zones: askZones,
  prometheus: askPrometheus,
  promtool: askPromtool,
  postgres: askPostgres,
};

const wanted = process.argv.slice(2);
for (const [name, ask] of Object.entries(questions)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), `paygate-shipped-${name}-`));
  try {
    const { about, count, faults } = await ask(folder);
    console.log(`${name}: ${about}: ${String(count)} asked, ${String(faults.length)} wrong`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } catch (error) {
    console.log(`${name}: left out: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
