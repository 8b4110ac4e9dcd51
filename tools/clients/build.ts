/** Builds the package of a client into `dist/packages/<project>`, or into PACKAGES_FOLDER: `node tools/clients/build.ts sdk-node`. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'tsdown';
import { licensesOf } from '../bundle/licenses.ts';

/** The differences between the packages. */
interface Target {
  readonly target: string;
  readonly platform: 'node' | 'neutral';
  /** The file that runs, of a package that nobody imports. */
  readonly command?: string;
  /** Entries with an import path of their own: the name of each, and its file below `src`. */
  readonly subpaths?: Readonly<Record<string, string>>;
  /** The packages that it has inside. */
  readonly carries?: (string | RegExp)[];
}
const targets: Readonly<Record<string, Target>> = {
  cli: { target: 'node22.1', platform: 'node', command: 'main', carries: [/^@modelcontextprotocol\//, /^zod\b/] },
  'sdk-node': { target: 'node20.3', platform: 'node', subpaths: { webhooks: 'webhooks/index' } },
  'sdk-browser': { target: 'es2019', platform: 'neutral', subpaths: { wallet: 'wallet' } },
  // a peer would make npm ask a registry for a name that may be anybody's
  'sdk-react': {
    target: 'es2019',
    platform: 'neutral',
    subpaths: { wallet: 'wallet' },
    carries: [/^@paygate\/browser/],
  },
};

const [, , name = ''] = process.argv;
const found = targets[name];
if (found === undefined) throw new Error(`${name} is no client`);
const { command, subpaths = {}, carries = [], ...settings } = found;
const entries = Object.entries(command === undefined ? { index: 'index', ...subpaths } : { [command]: command });
const source = `libs/${name}`;
const output = `${process.env['PACKAGES_FOLDER'] ?? 'dist/packages'}/${name}`;

/** What the SDK of the Model Context Protocol has inside it without their licences. */
const INSIDE = ['ajv', 'ajv-formats', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse'];
/** The files of others in the package, by their path. */
const foreign = new Set<string>();

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await build({
  ...settings,
  cwd: source,
  entry: Object.fromEntries(entries.map(([entry, file]) => [entry, `src/${file}.ts`])),
  // no source does anything when it is imported, so what is not used, such as a module of Node.js, is left out
  treeshake: { moduleSideEffects: command !== undefined },
  outDir: `../../${output}/dist`,
  format: command === undefined ? ['esm', 'cjs'] : ['esm'],
  deps: { alwaysBundle: carries },
  // what others wrote is a file of its own, which is loaded where it is needed
  outputOptions: { codeSplitting: { groups: [{ name: 'others', test: /node_modules/ }] } },
  plugins: [
    {
      name: 'files of others',
      generateBundle(_, bundle) {
        const ids = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
        for (const id of ids) if (id.includes('/node_modules/')) foreign.add(id);
      },
    },
  ],
  // @internal: what the package uses between its own files
  dts: command === undefined && { compilerOptions: { stripInternal: true } },
  // lines stay, so that an uncaught error prints one that a person can read; on a server names stay, too
  minify: settings.platform === 'neutral' && { codegen: { removeWhitespace: false } },
  fixedExtension: true,
  tsconfig: 'tsconfig.json',
  logLevel: 'error',
  define: { PAYGATE_BUILD_BASE_URL: JSON.stringify(process.env['PAYGATE_BUILD_BASE_URL'] ?? '') },
});
// one declaration of each class for both kinds of modules
if (command === undefined) {
  for (const file of readdirSync(`${output}/dist`).filter((name) => name.endsWith('.d.mts')))
    rmSync(`${output}/dist/${file}`);
  for (const [entry] of entries) writeFileSync(`${output}/dist/${entry}.d.mts`, `export * from './${entry}.cjs';\n`);
}
for (const file of ['package.json', 'README.md', 'CHANGELOG.md'])
  if (existsSync(`${source}/${file}`)) cpSync(`${source}/${file}`, `${output}/${file}`);
cpSync('LICENSE', `${output}/LICENSE`);
if (foreign.size > 0) {
  const files = [
    ...[...foreign].map((id) => relative('.', id)),
    ...INSIDE.map((name) => `node_modules/${name}/index.js`),
  ];
  const inputs = Object.fromEntries(files.map((file) => [file, { bytes: 0, imports: [] }]));
  writeFileSync(`${output}/dist/licenses.txt`, licensesOf('.', { inputs }));
}
