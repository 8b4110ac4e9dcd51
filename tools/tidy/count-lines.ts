/**
 * Prints how many lines of TypeScript each app and each library has without its tests, and the total. `npm run lines`.
 * Tests are `*.spec.ts`, all files in folders named `test`, and apps/e2e.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const TEST = /\.spec\.ts$|\/test\/|^apps\/e2e\//;

const tracked = execFileSync('git', ['ls-files', '--', 'apps/*.ts', 'libs/*.ts'], { encoding: 'utf8' });
const sources = tracked.split('\n').filter((path) => path !== '' && !TEST.test(path) && existsSync(path));

const lines = new Map<string, number>();
for (const path of sources) {
  const project = path.split('/').slice(0, 2).join('/');
  const count = readFileSync(path, 'utf8').split('\n').length - 1;
  lines.set(project, (lines.get(project) ?? 0) + count);
}
for (const [project, count] of [...lines].sort()) print(count, project);
print(
  [...lines.values()].reduce((total, count) => total + count, 0),
  'total',
);

function print(count: number, name: string): void {
  console.log(`${String(count).padStart(7)}  ${name}`);
}
