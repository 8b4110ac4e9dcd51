/**
 * Writes the documents that are generated from the contracts: the API document, the schemas of events, a page per error.
 * With `--check` it writes nothing and fails when a file differs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import 'reflect-metadata';
import { documents, generatedFolders } from './documents.js';

const expected = await documents();
const present = new Set(generatedFolders.flatMap(filesIn));
const stale = [...present].filter((path) => !expected.has(path));
const changed = [...expected].filter(([path, text]) => !present.has(path) || readFileSync(path, 'utf8') !== text);

if (process.argv.includes('--check')) {
  for (const path of [...changed.map(([path]) => path), ...stale])
    console.error(`${path} does not match the contracts`);
  console.log(`docs: ${expected.size} generated files, ${changed.length + stale.length} differ`);
  process.exitCode = changed.length + stale.length === 0 ? 0 : 1;
} else {
  for (const path of stale) rmSync(path);
  for (const [path, text] of changed) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(`docs: ${expected.size} generated files, ${changed.length} written, ${stale.length} removed`);
}

function filesIn(folder: string): string[] {
  try {
    return (
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        // what Python has compiled is nobody's source
        .filter((path) => !path.includes('__pycache__'))
    );
  } catch {
    return [];
  }
}
