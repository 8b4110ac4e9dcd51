/**
 * Judges the built packages as integrators get them: publint and attw without a finding, no dependency, readable lines, and the size
 * limits.
 * `node tools/clients/check-packages.ts`, after the `package` target of each client.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';

/** In bytes. */
interface Limits {
  readonly tarball?: number;
  /** Of the main entry, compressed, with everything that a bundler takes along but what `besides` names. */
  readonly bundle?: number;
  /** The same of the entry for wallets. */
  readonly wallet?: number;
  readonly besides?: readonly string[];
}

const MAX_LINE = 400;

const packages: Readonly<Record<string, Limits>> = {
  // most of it is the SDK of the Model Context Protocol
  cli: { tarball: 250_000 },
  // most of it is the types of the API, which the operations of wallets have made longer
  'sdk-node': { tarball: 84_000 },
  'sdk-browser': { bundle: 2_800, wallet: 2_500 },
  'sdk-react': { bundle: 4_900, wallet: 3_800, besides: ['react', 'react/jsx-runtime'] },
};

const folder = mkdtempSync(join(tmpdir(), 'paygate-packages-'));
try {
  const faults = (await Promise.all(Object.entries(packages).map(faultsOf))).flat();
  for (const fault of faults) console.error(fault);
  console.log(`packages: ${Object.keys(packages).length}, ${faults.length} findings`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function faultsOf([name, limits]: [string, Limits]): Promise<readonly string[]> {
  const source = `${process.env['PACKAGES_FOLDER'] ?? 'dist/packages'}/${name}`;
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim());
  const faults = [
    ...(await publintFaults(source)),
    ...(await typeFaults(source, tarball)),
    ...dependencyFaults(source),
    ...lineFaults(source),
    ...sizeFaults('the tarball', statSync(tarball).size, limits.tarball),
    ...(await bundleFaults(source, 'index', limits.bundle, limits)),
    ...(await bundleFaults(source, 'wallet', limits.wallet, limits)),
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}

async function publintFaults(source: string): Promise<readonly string[]> {
  const { messages } = await publint({ pkgDir: source, strict: true });
  return messages.map(({ code, path }) => `publint ${code} at ${path.join('.')}`);
}

/** Nobody imports a command, so it has no types. */
async function typeFaults(source: string, tarball: string): Promise<readonly string[]> {
  if (manifestOf(source).bin !== undefined) return [];
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (!checked.types) return ['attw finds no types'];
  return checked.problems.map((problem) => `attw ${JSON.stringify(problem)}`);
}

function dependencyFaults(source: string): readonly string[] {
  return Object.keys(manifestOf(source).dependencies ?? {}).map((dependency) => `depends on ${dependency}`);
}

function manifestOf(source: string): { readonly dependencies?: object; readonly bin?: object } {
  return JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as ReturnType<typeof manifestOf>;
}

/** An uncaught error prints the line that threw it. */
function lineFaults(source: string): readonly string[] {
  // lines of others are as they wrote them
  const files = readdirSync(join(source, 'dist')).filter(
    (file) => /\.[cm]js$/.test(file) && !file.startsWith('others'),
  );
  return files.flatMap((file) => {
    const longest = Math.max(
      ...readFileSync(join(source, 'dist', file), 'utf8')
        .split('\n')
        // which throws nothing
        .filter((line) => !/^(import|export) \{/.test(line))
        .map(({ length }) => length),
    );
    return longest > MAX_LINE ? [`${file} has a line of ${longest} characters`] : [];
  });
}

function sizeFaults(what: string, bytes: number, limit: number | undefined): readonly string[] {
  console.log(`  ${what} has ${bytes} bytes${limit === undefined ? '' : ` of ${limit}`}`);
  return limit !== undefined && bytes > limit ? [`${what} has ${bytes} bytes, more than ${limit}`] : [];
}

async function bundleFaults(
  source: string,
  entry: string,
  limit: number | undefined,
  { besides = [] }: Limits,
): Promise<readonly string[]> {
  if (limit === undefined) return [];
  const { outputFiles } = await build({
    entryPoints: [join(source, `dist/${entry}.mjs`)],
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2019', write: false, external: [...besides] },
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  return sizeFaults(`the bundle of ${entry}`, bytes, limit);
}
