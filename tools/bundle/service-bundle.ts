import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { packagesTwice } from './bundled-packages.ts';
import { classNames, withOwnNames } from './class-names.ts';
import { licensesOf } from './licenses.ts';
import type { SourceMap } from './source-map.ts';
import { coarseInPackages } from './source-map.ts';

/** CommonJS modules that ask for a built-in module, or for their own place, get those of the bundle. */
const COMMONJS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;
`;

/**
 * What Nest offers to load for those who ask for it. While it is not installed there is nothing to bundle, and nobody asks. What
 * packages require in a `try` needs no name here; anything else that is not found fails the build.
 */
const OFFERED = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nats-io/transport-node',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'amqp-connection-manager',
  'mqtt',
];

/** Packages that are nothing without a binary. They look for one in a `try`, which bundles without any. */
const NATIVE_ONLY = ['@node-rs/argon2'];

/** Binaries that packages do without: which one would fit is found out beside the package. */
const NATIVE = ['msgpackr-extract', 'pg-native'];

/**
 * Makes dist/services/<app> from what swc has made of the service: `main.js`, further programs of it that it starts by their
 * path (`*-program.js`), and licences. Throws when a package would be in it twice.
 */
export async function bundleService(root: string, app: string): Promise<void> {
  const source = join(root, 'dist', 'apps', app, 'src');
  const target = join(root, 'dist', 'services', app);
  const programs = readdirSync(source).filter((file) => file === 'main.js' || file.endsWith('-program.js'));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs.map((file) => join(source, file)),
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'external',
    banner: { js: COMMONJS },
    // a binary of a package lies beside the bundle
    loader: { '.node': 'copy' },
    // decorators and paths were swc's business
    tsconfigRaw: {},
    external: [...NATIVE, ...OFFERED.filter((name) => !existsSync(join(root, 'node_modules', name)))],
    plugins: [ownRequire, koffiBinaries],
    metafile: true,
  });
  const twice = packagesTwice(metafile);
  if (twice.length > 0)
    throw new Error(`${app} would have copies of ${twice.join(', ')} that know nothing of each other`);
  const unfit = binariesMissing(metafile);
  if (unfit.length > 0)
    throw new Error(`${app} needs ${unfit.join(', ')}, of which no binary for this machine is installed`);
  const licenses = 'licenses.txt';
  writeFileSync(join(target, licenses), licensesOf(root, metafile));
  const names = classNames(
    Object.keys(metafile.inputs)
      .filter((file) => !file.endsWith('.node'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n'),
  );
  for (const file of Object.keys(metafile.outputs).map((path) => join(root, path))) {
    if (file.endsWith('.js')) rewrite(file, (text) => withOwnNames(text, names));
    if (file.endsWith('.js.map'))
      rewrite(file, (text) => JSON.stringify(coarseInPackages(JSON.parse(text) as SourceMap)));
  }
  removeAllBut(target, [licenses, ...Object.keys(metafile.outputs).map((file) => basename(file))]);
}

function binariesMissing({ inputs }: Pick<Metafile, 'inputs'>): readonly string[] {
  const files = Object.keys(inputs);
  return NATIVE_ONLY.filter(
    (name) =>
      files.some((file) => file.startsWith(`node_modules/${name}/`)) &&
      !files.some((file) => file.startsWith(`node_modules/${name}`) && file.endsWith('.node')),
  );
}

const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';

/**
 * A `require` that a module makes for itself would look for a package beside the bundle, and run a second copy of it: the module
 * gets that of the bundle. @nestjs/typeorm asks so for what TypeORM may export.
 */
const ownRequire: Plugin = {
  name: 'own require',
  setup: (bundle) => {
    bundle.onLoad({ filter: /[/\\]@nestjs[/\\]typeorm[/\\].*[/\\]typeorm-compat\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(OWN_REQUIRE)) throw new Error(`${path} makes no require any more: remove this plugin`);
      return { contents: text.replace(OWN_REQUIRE, '') };
    });
  },
};

const NAMED_BINARY = /"(\.\/\w+\/koffi\.node)"/g;
const NAMED_REQUIRE = /require\((BINARIES\[libc\]|filename)\)/g;

/**
 * koffi puts the name of its binary together by the C library of the machine, which Linux has several of: each is required by
 * its name instead. As an ES module it would look for its binary beside the bundle, with a `require` of its own: it is bundled
 * as CommonJS.
 */
const koffiBinaries: Plugin = {
  name: 'binaries of koffi',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^koffi$/ }, ({ resolveDir, kind }) =>
      kind === 'require-call' ? undefined : bundle.resolve('koffi', { resolveDir, kind: 'require-call' }),
    );
    bundle.onLoad({ filter: /[/\\]@koromix[/\\]koffi-linux-[^/\\]+[/\\]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(NAMED_BINARY, '() => require("$1")').replaceAll(NAMED_REQUIRE, '$1()');
      if (!contents.includes('require("./') || contents.includes('require(filename)'))
        throw new Error(`${path} requires its binaries another way: change this plugin`);
      return { contents };
    });
  },
};

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** What an earlier build has left goes when the new files are there: a service may be reading them. */
function removeAllBut(folder: string, files: readonly string[]): void {
  for (const file of readdirSync(folder)) if (!files.includes(file)) rmSync(join(folder, file), { recursive: true });
}
