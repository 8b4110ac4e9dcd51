/**
 * Judges the client for Python as integrators get it: builds the wheel twice, installs it by its address and hash into an environment of
 * its own, and runs there its tests, with the vectors of libs/conformance and the frameworks of the guide, and its type checker. The
 * sources import nothing of the repository. PYTHON names another interpreter than `python3`. `npm run python` fails without an
 * interpreter or an index of packages; `npm run check` runs the tests of the sources where httpx is found (other-languages.ts).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWheel, python } from './wheel.ts';

/** The packages that the tests need besides the client. */
const PACKAGES = ['django==5.2.19', 'fastapi==0.162.5', 'flask==3.1.3', 'mypy==2.4.1'];

const folder = mkdtempSync(join(tmpdir(), 'paygate-python-'));
try {
  const [wheel, again] = ['first', 'second'].map((name) => buildWheel(join(folder, name)));
  if (wheel === undefined || again === undefined || !readFileSync(wheel).equals(readFileSync(again)))
    throw new Error('two builds of the wheel differ');
  const hash = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  const environment = join(folder, 'environment');
  run(python, ['-m', 'venv', environment]);
  const inside = join(environment, 'bin/python');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  run(inside, [...pip, `${pathToFileURL(wheel).href}#sha256=${hash}`, ...PACKAGES]);
  cpSync('libs/sdk-python/tests', join(folder, 'tests'), { recursive: true });
  run(inside, ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests']);
  run(inside, ['-m', 'mypy', '--strict', '--python-version', '3.10', '-p', 'paygate_client']);
  console.log(`python: the wheel with the SHA-256 ${hash} works`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[]): void {
  const env = {
    ...process.env,
    CONFORMANCE_FOLDER: resolve('libs/conformance'),
    GUIDES_FOLDER: resolve('docs/guides'),
  };
  execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
}
