import { spawnSync } from 'node:child_process';

/**
 * The files that differ from main, uncommitted ones included, or on main itself from the commit before. undefined where there is
 * nothing to compare with: then everything counts as changed.
 */
export function changedFiles(): readonly string[] | undefined {
  const main =
    git('rev-parse', '--verify', '--quiet', 'origin/main') ?? git('rev-parse', '--verify', '--quiet', 'main');
  const common = main === undefined ? undefined : git('merge-base', main, 'HEAD');
  const base = common === git('rev-parse', 'HEAD') ? git('rev-parse', '--verify', '--quiet', 'HEAD^') : common;
  if (base === undefined) return undefined;
  const files = `${git('diff', '--name-only', base) ?? ''}\n${git('ls-files', '--others', '--exclude-standard') ?? ''}`;
  return files.split('\n').filter((file) => file !== '');
}

/** Its output; undefined when it failed. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
