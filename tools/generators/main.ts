/**
 * Makes clients from the API document for generators, compiles them, and lets some of them pay: `npm run generators`. The generators come
 * from the ordinary registries; one whose runtime is not found is left out. It prints a line for each client, and fails when one does not
 * compile or does not pay.
 */
import 'reflect-metadata';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generatorDocument } from '@paygate/contracts';
import type { Command } from '../outside/programs.js';
import { missingProgram, pipInstall, runAll } from '../outside/programs.js';
import { withOwnStack } from '../outside/own-stack.js';
import type { OwnStack } from '../stack/own-stack.js';
import { repositoryRoot } from '../stack/own-stack.js';

/** A generator: the programs that it needs, and its commands, in a folder of its own below that of the document. */
interface Generator {
  readonly runtimes: readonly string[];
  readonly commands: readonly Command[];
  /** The program of `payers` that pays by the client: its folder, the name that it gets in that of the client, and its command. */
  readonly payer?: { readonly source: 'go' | 'python'; readonly folder: string; readonly command: Command };
}

const DOCUMENT = '../openapi-3.0.json';
const VERSION = '7.17.0';
const repository = join(homedir(), '.m2/repository/org/openapitools/openapi-generator-cli');
const jar = join(repository, VERSION, `openapi-generator-cli-${VERSION}.jar`);
const tsc = join(process.cwd(), 'node_modules/.bin/tsc');
const importAll =
  'import importlib, pkgutil, sys, paygate_client as p; ' +
  '[importlib.import_module(m.name) for m in pkgutil.walk_packages(p.__path__, "paygate_client.")]';

const openapiGenerator = (name: string, properties: string): readonly Command[] => [
  ['mvn', '-q', 'dependency:get', `-Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`, '-Dtransitive=false'],
  ['java', '-jar', jar, 'generate', '-i', DOCUMENT, '-g', name, '-o', '.', `--additional-properties=${properties}`],
];

const generators: Readonly<Record<string, Generator>> = {
  'openapi-python-client': {
    runtimes: ['python3'],
    commands: [
      pipInstall('openapi-python-client==0.29.1'),
      [
        'env',
        'PYTHONPATH=packages',
        'python3',
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        DOCUMENT,
        '--meta',
        'none',
        '--output-path',
        'paygate_client',
      ],
      ['env', 'PYTHONPATH=packages', 'python3', '-c', importAll],
    ],
    payer: { source: 'python', folder: '.', command: ['env', 'PYTHONPATH=packages', 'python3', 'pay.py'] },
  },
  'oapi-codegen': {
    runtimes: ['go'],
    commands: [
      ['go', 'mod', 'init', 'paygate'],
      [
        'go',
        'run',
        'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
        '-generate',
        'types,client',
        '-package',
        'paygate',
        '-o',
        'paygate.go',
        DOCUMENT,
      ],
      ['go', 'get', 'github.com/oapi-codegen/runtime@v1.9.0'],
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
    ],
    payer: { source: 'go', folder: 'pay', command: ['go', 'run', './pay'] },
  },
  python: {
    runtimes: ['java', 'mvn', 'python3'],
    commands: [
      ...openapiGenerator('python', 'packageName=paygate_client'),
      pipInstall('-r', 'requirements.txt'),
      ['env', 'PYTHONPATH=packages', 'python3', '-c', importAll],
    ],
  },
  java: {
    runtimes: ['java', 'mvn'],
    commands: [
      ...openapiGenerator('java', 'hideGenerationTimestamp=true,disallowAdditionalPropertiesIfNotPresent=false'),
      ['mvn', '-q', '-Dmaven.test.skip=true', 'compile'],
    ],
  },
  typescript: {
    runtimes: ['java', 'mvn'],
    commands: [
      ...openapiGenerator('typescript-fetch', 'supportsES6=true'),
      [
        tsc,
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2022,dom',
        'index.ts',
      ],
    ],
  },
  go: {
    runtimes: ['java', 'mvn', 'go'],
    commands: [
      ...openapiGenerator('go', 'packageName=paygate,withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false'),
      ['rm', '-rf', 'test'],
      ['go', 'mod', 'init', 'paygate'],
      ['go', 'get', 'gopkg.in/validator.v2@v2.0.1'],
      ['go', 'build', '.'],
    ],
  },
};

const payers = join(process.cwd(), 'tools', 'generators', 'payers');
const folder = mkdtempSync(join(tmpdir(), 'paygate-generators-'));
try {
  writeFileSync(join(folder, 'openapi-3.0.json'), JSON.stringify(generatorDocument()));
  const wanted = process.argv.slice(2);
  const chosen = Object.entries(generators).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const compiled: [string, Generator][] = [];
  let faults = 0;
  for (const [name, generator] of chosen) {
    const result = await compile(name, generator);
    if (result === 'faulty') faults += 1;
    if (result === 'compiled') compiled.push([name, generator]);
  }
  if (compiled.some(([, { payer }]) => payer !== undefined))
    faults += await withOwnStack('generators', (stack) => failedPayments(compiled, stack));
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compile(name: string, { runtimes, commands }: Generator): Promise<'compiled' | 'left out' | 'faulty'> {
  const missing = missingProgram(runtimes);
  if (missing !== undefined) {
    console.log(`${name}: no ${missing} here, left out`);
    return 'left out';
  }
  const cwd = join(folder, name);
  mkdirSync(cwd);
  if ((await runAll(commands, { name, cwd })) === undefined) return 'faulty';
  console.log(`${name}: generated, compiled`);
  return 'compiled';
}

/** The number of clients with a program that do not pay. */
async function failedPayments(compiled: readonly (readonly [string, Generator])[], stack: OwnStack): Promise<number> {
  const { gateway, merchant, users } = stack.facts;
  const withMoney = users.filter(({ walletBalance }) => walletBalance !== '0');
  let failed = 0;
  for (const [index, [name, { payer }]] of compiled.entries()) {
    if (payer === undefined) continue;
    const cwd = join(folder, name);
    cpSync(join(payers, payer.source), join(cwd, payer.folder), { recursive: true });
    const user = withMoney[index % withMoney.length];
    const env = {
      PAYGATE_URL: gateway.url,
      PAYGATE_CA: resolve(repositoryRoot, gateway.ca),
      PAYGATE_SECRET_KEY: merchant.secretKey,
      PAYGATE_PUBLISHABLE_KEY: merchant.publishableKey,
      PAYGATE_PHONE_NUMBER: user?.phoneNumber ?? '',
      PAYGATE_PASSWORD: user?.password ?? '',
    };
    if ((await runAll([payer.command], { name, cwd, env })) === undefined) failed += 1;
    else console.log(`${name}: paid from a wallet`);
  }
  return failed;
}
