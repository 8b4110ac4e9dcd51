/** Builds the package of a client library into `dist/packages/<project>`: `node tools/clients/build.ts sdk-node`. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'tsdown';

/** What differs between the packages. */
const targets: Readonly<Record<string, { readonly target: string; readonly platform: 'node' | 'neutral' }>> = {
  'sdk-node': { target: 'node20.3', platform: 'node' },
  'sdk-browser': { target: 'es2019', platform: 'neutral' },
  'sdk-react': { target: 'es2019', platform: 'neutral' },
};

const [, , name = ''] = process.argv;
const settings = targets[name];
if (settings === undefined) throw new Error(`${name} is no client`);
const source = `libs/${name}`;
const output = `dist/packages/${name}`;

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await build({
  ...settings,
  cwd: source,
  entry: { index: 'src/index.ts' },
  outDir: `../../${output}/dist`,
  format: ['esm', 'cjs'],
  // @internal: what the package uses between its own files
  dts: { compilerOptions: { stripInternal: true } },
  // names stay readable in the stack traces of a server
  minify: name !== 'sdk-node' || { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  fixedExtension: true,
  tsconfig: 'tsconfig.json',
  logLevel: 'error',
  define: { PAYGATE_BUILD_BASE_URL: JSON.stringify(process.env['PAYGATE_BUILD_BASE_URL'] ?? '') },
});
// one declaration of each class for both kinds of modules
writeFileSync(`${output}/dist/index.d.mts`, "export * from './index.cjs';\n");
for (const file of ['package.json', 'README.md', 'CHANGELOG.md'])
  if (existsSync(`${source}/${file}`)) cpSync(`${source}/${file}`, `${output}/${file}`);
cpSync('LICENSE', `${output}/LICENSE`);
