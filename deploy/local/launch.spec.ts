import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const scripts = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts,
);

test.each(scripts)('guarantees that npm run %s installs the packages first, as the others do', (_name, line) => {
  const launched = /^exec node deploy\/local\/launch\.mjs (run '[^']+'|[a-z]+)$/.test(line);
  expect([line, launched || /^(\w+=\S+ )?npm test\b/.test(line)]).toEqual([line, true]);
});

/** What npm says of its own call, which is that of the suites. */
const OF_NPM: ReadonlySet<string> = new Set(['npm_lifecycle_event', 'npm_config_loglevel']);

let clone: string;

/** Two files of a clone, a Node that says so, and an npm whose installation is a line of output and a Node of the project. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'paygate-launch-'));
  mkdirSync(join(clone, 'deploy/local'), { recursive: true });
  for (const file of ['deploy/local/launch.mjs', 'deploy/local/help.mjs', 'package-lock.json'])
    cpSync(file, join(clone, file));
  writeFileSync(
    join(clone, 'npm-cli.js'),
    `const { mkdirSync, writeFileSync } = require('node:fs');
    console.log('npm installs');
    mkdirSync('node_modules/.bin', { recursive: true });
    writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho of the project "$@"\\n', { mode: 0o755 });`,
  );
});
afterEach(() => {
  rmSync(clone, { recursive: true });
});

function run(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) {
  const others = Object.entries(process.env).filter(([name]) => !OF_NPM.has(name));
  return spawnSync(process.execPath, [join(clone, 'deploy/local/launch.mjs'), ...args], {
    ...{ cwd: clone, encoding: 'utf8' },
    env: { ...Object.fromEntries(others), npm_execpath: join(clone, 'npm-cli.js'), ...env },
  });
}

test('a line runs after the installation, with its words, and the output is its own', () => {
  const { status, stdout, stderr } = run(['run', 'node first && node', 'second', 'a b', '--help']);
  expect([status, stdout]).toEqual([0, 'of the project first\nof the project second a b --help\n']);
  expect(stderr).toContain('npm installs');
  const again = run(['run', 'printf %s', 'x']);
  expect([again.stdout, again.stderr]).toEqual(['x', '']);
  expect(run(['run', 'exit 7 #']).status).toBe(7);
});

test('a command knows the folder in which it was typed, from npm or as its own', () => {
  const folder = (env: Readonly<Record<string, string>>) => run(['run', 'echo "$INIT_CWD" #'], env).stdout.trim();
  expect(folder({ npm_lifecycle_event: 'operator', INIT_CWD: '/typed/here' })).toBe('/typed/here');
  expect(folder({ INIT_CWD: '/of/an/earlier/command' })).toContain('paygate-launch-');
});

test('an operator whose output is no terminal is warned of what npm writes into it', () => {
  const warned = (env: Readonly<Record<string, string>>) => run(['operator'], env).stderr.includes('npm run --silent');
  expect(warned({ npm_lifecycle_event: 'operator', npm_config_loglevel: 'notice' })).toBe(true);
  expect(warned({ npm_lifecycle_event: 'operator', npm_config_loglevel: 'silent' })).toBe(false);
  expect(warned({})).toBe(false);
});
