import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type SequencerModule from '@jest/test-sequencer';

// a CommonJS module whose types name a default export
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof SequencerModule;

type Test = Parameters<InstanceType<typeof Sequencer>['sort']>[0][number];

/**
 * The order of the files of a lane. Without ORDER: the longest first, by the last run that Jest remembers, else by size. `ORDER=<number>`:
 * shuffled by this seed, which is printed. `ORDER=given`: as the arguments name them.
 */
export default class SuiteSequencer extends Sequencer {
  override sort(tests: Test[]): Test[] {
    const order = process.env['ORDER'] ?? '';
    if (order === '') return tests.toSorted((left, right) => weightOf(right) - weightOf(left));
    if (order === 'given') return tests.toSorted((left, right) => placeOf(left) - placeOf(right));
    process.stderr.write(`files in the order of ORDER=${order}\n`);
    const key = ({ path, context }: Test): string =>
      createHash('sha256')
        .update(`${order} ${path.replace(context.config.rootDir, '')}`)
        .digest('hex');
    return tests.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
  }
}

/** Milliseconds where they are known; a large file is taken for a long one, behind those that are known. */
function weightOf({ path, duration }: Test): number {
  return duration ?? statSync(path).size / 1e6;
}

function placeOf({ path }: Test): number {
  return process.argv.findIndex((argument) => argument !== '' && path.endsWith(`/${argument}`));
}
