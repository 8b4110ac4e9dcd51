/**
 * Uses the packages as integrators do: the packed tarballs are installed in a folder outside this repository and used in
 * CommonJS, in ES modules, in TypeScript with each resolution and with two compilers, in Jest, Vite and esbuild.
 * `node tools/clients/try-packages.ts`, after the `package` target of each client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const compilers = [join(modules, 'typescript'), join(modules, '@arethetypeswrong/core/node_modules/typescript')];
/** The packages that an integrator has besides; the registry is not asked. */
const installed = [
  'react',
  'react-dom',
  'scheduler',
  'csstype',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'undici-types',
];

const folder = mkdtempSync(join(tmpdir(), 'paygate-consumer-'));
try {
  install();
  cpSync(join(root, 'tools/clients/consumers'), folder, { recursive: true });
  for (const compiler of compilers) checkTypes(compiler);
  step('ES modules', 'node', ['server.mjs'], '7');
  step('CommonJS', 'node', ['server.cjs'], 'function function');
  step('the command', join(folder, 'node_modules/.bin/paygate'), ['--help'], '');
  step('Jest', 'node', [join(modules, 'jest/bin/jest.js'), '--rootDir', '.', '--testMatch', '**/*.test.cjs'], '');
  step('Vite', 'node', [join(modules, 'vite/bin/vite.js'), 'build', '--logLevel', 'error'], '');
  const flags = ['--bundle', '--format=esm', '--outfile=esbuild.js', '--log-level=error', '--jsx=automatic'];
  step('esbuild', 'node', [join(modules, 'esbuild/bin/esbuild'), 'shop.tsx', ...flags], '');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }));
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./shop.tsx"></script>');
  const packages = readdirSync(join(root, 'dist/packages'));
  const tarballs = packages.map((name) => {
    const options = { cwd: join(root, 'dist/packages', name), encoding: 'utf8' } as const;
    return join(folder, execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim());
  });
  // peers come from this repository, which has them already
  const flags = ['--offline', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps', '--silent'];
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: folder });
  for (const name of installed) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(modules, name), link);
  }
}

/** Nothing is skipped: the declarations of the packages are checked as well. */
function checkTypes(compiler: string): void {
  const common = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', 'node'];
  const tsc = join(compiler, 'bin/tsc');
  const node16 = ['--module', 'node16', '--moduleResolution', 'node16', '--lib', 'es2022'];
  step(`${compiler}, node16`, 'node', [tsc, ...common, ...node16, 'server.mts', 'server.cts', 'refused.mts'], '');
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--jsx', 'react-jsx'];
  step(
    `${compiler}, bundler`,
    'node',
    [tsc, ...common, ...bundler, '--noEmit', 'shop.tsx', 'refused.mts', 'refused-page.tsx'],
    '',
  );
}

function step(name: string, program: string, args: readonly string[], output: string): void {
  const shown = name.replace(`${modules}/`, '');
  try {
    const text = execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
    if (output !== '' && text !== output) throw new Error(`${text} instead of ${output}`);
    console.log(`packages: ${shown} works`);
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${shown}: ${message}\n${stdout}${stderr}`, { cause: error });
  }
}
