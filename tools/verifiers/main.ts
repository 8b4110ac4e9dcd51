/**
 * Verifies deliveries with libraries that merchants have: `npm run verifiers`. Each judge is a small program in `judges`, whose packages
 * come from the ordinary registries; one whose runtime is not found is left out. It prints how many deliveries each library judged right.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveries } from './deliveries.js';

/** The commands of a judge: its packages, and its run with the file of the deliveries. */
interface Judge {
  readonly runtime: string;
  readonly install: readonly string[];
  readonly run: (file: string) => readonly string[];
}

const judges: Readonly<Record<string, Judge>> = {
  python: {
    runtime: 'python3',
    install: [
      ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', 'packages'],
      ...['standardwebhooks==1.0.0', 'svix==1.99.1', 'stripe==16.1.0'],
    ],
    run: (file) => ['python3', 'verify.py', file],
  },
  node: {
    runtime: 'npm',
    install: ['npm', 'install', '--silent', '--no-audit', '--no-fund'],
    run: (file) => ['node', 'verify.mjs', file],
  },
  go: { runtime: 'go', install: ['go', 'build', '-o', 'verify', '.'], run: (file) => ['./verify', file] },
  rust: { runtime: 'cargo', install: ['cargo', 'build', '--quiet'], run: (file) => ['cargo', 'run', '--quiet', file] },
};

const source = join(process.cwd(), 'tools', 'verifiers', 'judges');
const folder = mkdtempSync(join(tmpdir(), 'paygate-verifiers-'));
try {
  const file = join(folder, 'deliveries.json');
  const wanted = process.argv.slice(2);
  const names = Object.keys(judges).filter((name) => wanted.length === 0 || wanted.includes(name));
  const faults = names.filter((name) => !isContent(name, file));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** False when a library judged a delivery wrong, or could not be run. */
function isContent(name: string, file: string): boolean {
  const judge = judges[name];
  if (judge === undefined) return false;
  if (spawnSync(judge.runtime, ['--version'], { stdio: 'ignore' }).error !== undefined) {
    console.log(`${name}: no ${judge.runtime} here, left out`);
    return true;
  }
  const cwd = join(folder, name);
  cpSync(join(source, name), cwd, { recursive: true });
  return [judge.install, judge.run(file)].every(([command = '', ...args]) => {
    // signed now: a library refuses what is older than five minutes, and packages take a while
    writeFileSync(file, JSON.stringify(deliveries()));
    const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    process.stdout.write(stdout);
    if (status !== 0) console.error(`${name}: ${command} ended with ${String(status)}\n${stderr.slice(-2_000)}`);
    return status === 0;
  });
}
