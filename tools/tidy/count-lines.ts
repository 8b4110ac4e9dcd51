/**
 * Prints how many lines of TypeScript each app and each library has without its tests, and the total; then the lines that are
 * generated, and those of lockfiles. `npm run lines`. Tests are `*.spec.ts`, all files in folders named `test`, and apps/e2e.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const SOURCE = /^(apps|libs)\/.*\.tsx?$/;
const TEST = /\.spec\.tsx?$|\/test\/|^apps\/e2e\//;
const GENERATED = /^(docs\/(api|configuration|contract|errors|events)|libs\/api-types\/src|deploy\/k8s\/rendered)\//;
const LOCKFILE = /(^|\/)package-lock\.json$/;

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

const sources = tracked.filter((path) => SOURCE.test(path) && !TEST.test(path) && !GENERATED.test(path));
for (const [project, paths] of [...Map.groupBy(sources, projectOf)].sort()) print(linesOf(paths), project);
print(linesOf(sources), 'total');
print(linesOf(tracked.filter((path) => GENERATED.test(path))), 'generated');
print(linesOf(tracked.filter((path) => LOCKFILE.test(path))), 'lockfiles');

function projectOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

function linesOf(paths: readonly string[]): number {
  return paths.reduce((total, path) => total + readFileSync(path, 'utf8').split('\n').length - 1, 0);
}

function print(count: number, name: string): void {
  console.log(`${String(count).padStart(7)}  ${name}`);
}
