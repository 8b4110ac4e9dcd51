import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './own-stack.js';

const TREES = join(repositoryRoot, '.local', 'trees');

/** The working tree of a commit, with the packages of its lockfile; or the given folder, when it is such a tree. */
export function treeOf(earlier: string): string {
  if (existsSync(join(earlier, 'package.json'))) return earlier;
  const sha = run(repositoryRoot, 'git', ['rev-parse', '--verify', `${earlier}^{commit}`]).trim();
  const tree = join(TREES, sha);
  if (existsSync(join(tree, 'node_modules'))) return tree;
  run(repositoryRoot, 'git', ['worktree', 'prune']);
  if (!existsSync(tree)) run(repositoryRoot, 'git', ['worktree', 'add', '--detach', tree, sha]);
  run(tree, 'npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline']);
  return tree;
}

function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
