import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { packagesTwice } from './bundled-packages.ts';
import { licensesOf } from './licenses.ts';

/** CommonJS modules that require a built-in module, or their own path, get those of the bundle. */
const COMMONJS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;
`;

/**
 * Optional packages that Nest loads when they are installed. Those that are not installed stay external. What packages require
 * in a `try` needs no entry here; any other import that is not found fails the build.
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

/** Optional native binaries that packages work without: which one fits the machine is found out beside the package. */
const NATIVE = ['msgpackr-extract', 'pg-native'];

/**
 * Writes dist/services/<app> from what swc compiled: `main.js` and licences. Throws when a package would be in the bundle twice.
 */
export async function bundleService(root: string, app: string): Promise<void> {
  const source = join(root, 'dist', 'apps', app, 'src');
  const target = join(root, 'dist', 'services', app);
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'main.js')],
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'external',
    minifyWhitespace: true,
    banner: { js: COMMONJS },
    // the binary of a package is written beside the bundle
    loader: { '.node': 'copy' },
    // prom-client requires it and the tracer imports it
    alias: { '@opentelemetry/api': join(root, 'node_modules/@opentelemetry/api/dist/index.cjs') },
    // swc has already handled decorators and paths
    tsconfigRaw: {},
    external: [...NATIVE, ...OFFERED.filter((name) => !existsSync(join(root, 'node_modules', name)))],
    plugins: [packageFiles, withoutPhoneMetadata],
    metafile: true,
  });
  if (/[^\0-\x7f]/.test(readFileSync(join(target, 'main.js'), 'latin1')))
    throw new Error(
      `the bundle of ${app} has a character that is not ASCII: V8 would keep all of it in two bytes a character`,
    );
  const twice = packagesTwice(metafile);
  if (twice.length > 0) throw new Error(`the bundle of ${app} has two copies of ${twice.join(', ')}`);
  writeFileSync(join(target, 'licenses.txt'), licensesOf(root, metafile));
}

/**
 * The source map names the files of packages and no positions in them: with all positions a process that logs its first error would need
 * some 50 MB to read the map. Their text is ASCII, because V8 keeps the whole bundle in two bytes a character for a single one that is not;
 * an escape means the same in strings, regular expressions and names.
 */
const packageFiles: Plugin = {
  name: 'package files',
  setup: (bundle) => {
    bundle.onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => {
      const text = (await readFile(path, 'utf8'))
        .replace(/^\/\/# sourceMappingURL=.*$/gm, '')
        .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      const map = Buffer.from(JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' }));
      return { contents: `${text}\n//# sourceMappingURL=data:application/json;base64,${map.toString('base64')}` };
    });
  },
};

/** class-validator loads the numbers of all countries, 5 MB in each process, for a decorator that the contracts do not use. */
const withoutPhoneMetadata: Plugin = {
  name: 'without phone metadata',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^libphonenumber-js\/max$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    bundle.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `exports.parsePhoneNumberFromString = () => { throw new TypeError('${path} is not in the bundle'); };`,
    }));
  },
};
