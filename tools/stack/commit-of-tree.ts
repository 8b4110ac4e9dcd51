import { execFileSync } from 'node:child_process';
import { repositoryRoot } from './own-stack.js';

/** Files that runs write: what was run does not differ by them. */
const WRITTEN = ['docs/contract-runs.json', 'docs/contract/last-run.md', 'tools/chaos/long/long-runs.json'];

/** The commit of this working tree, twelve digits, with `+` when files differ from it; `unknown` outside a repository. */
export function commitOfTree(): string {
  try {
    const but = WRITTEN.map((file) => `:!${file}`);
    const differs = git('status', '--porcelain', '--', '.', ...but) !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${differs ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
