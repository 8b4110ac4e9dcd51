/** Builds the client for Python with its own tool. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = 'libs/sdk-python';
/** The name of the package on an index; as a file has it, with `_`. */
export const PYTHON_PACKAGE = 'paygate-client';
/** The time of every file in a wheel, so that the same sources make the same bytes: 1 January 2020. */
const FILE_TIME = '1577836800';

export const python = process.env['PYTHON'] ?? 'python3';

/** The version that the sources of the client have. */
export function wheelVersion(): string {
  const [, version = ''] =
    /^__version__ = "(.*)"$/m.exec(readFileSync(`${SOURCE}/src/paygate_client/__init__.py`, 'utf8')) ?? [];
  return version;
}

/** Builds the wheel into a folder, and returns its path. The builder of the package comes from the index. */
export function buildWheel(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'paygate-wheel-'));
  try {
    for (const file of ['pyproject.toml', 'README.md', 'src'])
      cpSync(`${SOURCE}/${file}`, join(copy, file), {
        recursive: true,
        filter: (path) => !path.includes('__pycache__'),
      });
    cpSync('LICENSE', join(copy, 'LICENSE'));
    const args = ['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-deps', '--wheel-dir', folder];
    execFileSync(python, [...args, copy], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: FILE_TIME },
    });
  } finally {
    rmSync(copy, { recursive: true });
  }
  const [wheel] = readdirSync(folder).filter((file) => file.endsWith('.whl'));
  if (wheel === undefined) throw new Error('pip has built no wheel');
  return join(folder, wheel);
}
