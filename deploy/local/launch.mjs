/**
 * The entry point of the local stack. It runs under the machine's Node and has no dependencies. It installs the project's
 * dependencies when they are missing or out of date, and starts the runner with a Node that is new enough.
 * `run '<line>' [<argument> …]` does so for any other line of a shell. What it reports of itself is on the standard error, because the
 * output of a command may go into a file.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { helpFor } from './help.mjs';

const NODE_MINIMUM = [24, 11];
const OLDEST_LAUNCHER = 18;
/** Commands that need no packages, with their output and exit code in a clone where nothing has ever run. */
const WITHOUT_PACKAGES = {
  status: ['not running', 3],
  stop: ['nothing was running', 0],
  logs: ['there are no logs yet', 0],
  reset: ['nothing was running', 0],
};
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const tools = join(root, 'node_modules', '.bin');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.paygate-lock');

const [command, ...args] = process.argv.slice(2);
try {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_LAUNCHER) {
    throw new Error(
      `Node ${process.versions.node} is too old to start with: install Node ${NODE_MINIMUM.join('.')} or newer`,
    );
  }
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run() {
  const help = command === undefined ? undefined : helpFor(command, args);
  if (help !== undefined) {
    console.log(help);
    return 0;
  }
  const ready = needsPackages() ? undefined : searchNode([]);
  if (ready === undefined && command in WITHOUT_PACKAGES && hasNeverRun()) {
    const [text, code] = WITHOUT_PACKAGES[command];
    console.log(text);
    return code;
  }
  if (ready === undefined) await ensureDependencies();
  if (command === 'run') return runLine(args);
  if (command === 'operator') warnOfBanner();
  return startRunner(ready ?? findNode(), command === undefined ? [] : [command, ...args]);
}

function needsPackages() {
  if (command === 'start') return !args.includes('--help') && !args.includes('-h');
  return !(command in WITHOUT_PACKAGES);
}

function hasNeverRun() {
  const stackRoot = resolve(root, process.env['PAYGATE_STACK_ROOT'] || '.local');
  return !existsSync(join(root, 'node_modules')) && !existsSync(stackRoot);
}

async function ensureDependencies() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (isInstalled(wanted)) return;
  await withInstallLock(async () => {
    // another start may have installed them while this one waited
    if (isInstalled(wanted)) return;
    if (command === 'start') checkMachine();
    await install();
    writeFileSync(stampFile, wanted);
  });
}

function isInstalled(wanted) {
  if (!existsSync(join(root, 'node_modules'))) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  if (!matchesLockFile()) return false;
  writeFileSync(stampFile, wanted);
  return true;
}

/** True when npm's record of what it installed matches the lockfile, as after a person's own `npm ci`. */
function matchesLockFile() {
  try {
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const required = Object.entries(locked).filter(
      ([path, entry]) => path !== '' && !entry.optional && !entry.devOptional,
    );
    return (
      required.every(([path, entry]) => installed[path]?.version === entry.version) &&
      Object.entries(installed).every(([path, entry]) => locked[path]?.version === entry.version)
    );
  } catch {
    return false;
  }
}

/** Reports what the machine lacks before an installation that takes minutes. Skipped when no Node is new enough yet. */
function checkMachine() {
  const node = searchNode([]);
  if (node === undefined) return;
  const program = join(root, 'deploy', 'local', 'engines', 'prerequisites.ts');
  const { status, stderr } = spawnSync(node, [program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

async function install() {
  const began = Date.now();
  const elapsed = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  console.error('installing dependencies (npm ci)');
  const progress = setInterval(() => console.error(`… installing dependencies, ${elapsed()} so far`), 5000);
  const npm = process.env['npm_execpath']?.endsWith('npm-cli.js') ? process.env['npm_execpath'] : undefined;
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // this Node may be in the folder that npm ci empties
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => resolve(directory) !== tools);
  const env = { ...process.env, PATH: path.join(delimiter), NODE_ENV: 'development' };
  try {
    const child = spawn(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['inherit', 2, 'inherit'],
      env,
    });
    const code = await exitOf(child);
    if (code !== 0) throw new Error(`npm ci failed (exit code ${code})`);
  } finally {
    clearInterval(progress);
  }
  console.error(`✓ dependencies (${elapsed()})`);
}

/** Keeps two starts from installing at the same time. The claim of a process that is gone does not count. */
async function withInstallLock(work) {
  const claim = join(root, '.local', 'installing');
  mkdirSync(dirname(claim), { recursive: true });
  for (let reported = false; ; reported = true) {
    try {
      writeFileSync(claim, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isRunning(readQuietly(claim))) rmSync(claim, { force: true });
    else if (!reported) console.error('waiting for another command to install the dependencies');
    await sleep(300);
  }
  try {
    await work();
  } finally {
    rmSync(claim, { force: true });
  }
}

function readQuietly(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(text) {
  if (!/^\d+$/.test(text)) return false;
  try {
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function findNode() {
  const tooOld = [];
  const node = searchNode(tooOld);
  if (node !== undefined) return node;
  throw new Error(`Node ${NODE_MINIMUM.join('.')} or newer is needed: ${[...new Set(tooOld)].join(', ')}`);
}

/** The project's Node when there is one for this machine, else the machine's when it is new enough. */
function searchNode(tooOld) {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'node'));
  for (const candidate of [join(tools, 'node'), process.execPath, ...onPath]) {
    if (!existsSync(candidate)) continue;
    const version = spawnSync(candidate, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    if (isNewEnough(version)) return candidate;
    tooOld.push(`${candidate} is ${version || 'not runnable'}`);
  }
  return undefined;
}

function isNewEnough(version) {
  const [major, minor] = (/^v(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  return major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1]);
}

/** The runner holds the other end of a pipe, so that it shuts down gracefully when this process is killed. */
async function startRunner(node, mainArgs) {
  // kafkajs sets time-outs that have already passed; the reader of the output cannot act on the warning
  const flags = ['--disable-warning=TimeoutNegativeWarning', '--disable-warning=ExperimentalWarning'];
  const child = spawn(node, [...flags, join(root, 'deploy', 'local', 'main.ts'), ...mainArgs], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...environment(), PAYGATE_LAUNCHER_FD: '3' },
  });
  child.stdio[3].on('error', () => undefined);
  forwardSignals(child);
  const watch = watchNpm(() => child.kill('SIGTERM'));
  const code = await exitOf(child);
  clearInterval(watch);
  return code;
}

/**
 * A line of a shell of its own, which looks programs up after the installation: one that has run `node` before goes on with the machine's.
 */
async function runLine([line, ...words]) {
  const child = spawn('sh', ['-c', `${line} "$@"`, 'sh', ...words], { stdio: 'inherit', env: environment() });
  forwardSignals(child);
  return exitOf(child);
}

/** INIT_CWD is the folder in which the command was typed, as npm names it; paths on its line are relative to it. */
function environment() {
  const typedIn = process.env['npm_lifecycle_event'] === undefined ? undefined : process.env['INIT_CWD'];
  const path = [tools, process.env['PATH'] ?? ''].join(delimiter);
  return { ...process.env, PATH: path, INIT_CWD: typedIn ?? process.cwd() };
}

function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}

/** npm prints the name of a script and its line to the output, before the script runs. */
function warnOfBanner() {
  const byNpm = process.env['npm_lifecycle_event'] !== undefined && process.env['npm_config_loglevel'] !== 'silent';
  if (byNpm && !process.stdout.isTTY)
    console.error('npm has written two lines of its own to the output: npm run --silent operator -- … writes none');
}

/**
 * A killed npm sends no signal to the processes that it started; they only get another parent. When there is a shell between npm
 * and this process, the parent of the shell changes.
 */
function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const shell = /^(?!npm|node)/.test(readQuietly(`/proc/${process.ppid}/comm`) || 'node') ? process.ppid : undefined;
  const npm = () => (shell === undefined || process.ppid !== shell ? process.ppid : parentOf(shell));
  const first = npm();
  return setInterval(() => {
    if (npm() !== first) onGone();
  }, 500);
}

function parentOf(pid) {
  const stat = readQuietly(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function exitOf(child) {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}
