import { bootEngines, bootServices, build, checkPorts } from '../stack/boot.ts';
import type { BootOptions } from '../stack/boot.ts';
import { startLine } from './command-line.ts';
import { StackError, StoppingError } from '../errors.ts';
import { checkCounts } from '../stack/instances.ts';
import type { StackPaths } from '../paths.ts';
import type { StackPlan } from '../stack/plan.ts';
import { print, step } from '../progress.ts';
import { AlreadyRunning, openSession } from '../stack/session.ts';
import type { Session, StopReason } from '../stack/session.ts';
import { readStackFile } from '../stack/stack-file.ts';
import { DEFAULT_START } from '../stack/start-options.ts';
import type { StartOptions } from '../stack/start-options.ts';

/**
 * Runs the whole stack in the foreground until it is stopped. A second start prints where the first one serves; it fails when
 * its options differ.
 */
export async function startCommand(paths: StackPaths, plan: StackPlan, options: StartOptions): Promise<number> {
  checkCounts(plan.services, options.instances);
  const session = await open(paths, startLine(options));
  if (session === undefined) return 0;
  const boot = bootAll(session, plan, { start: options, isolated: false });
  try {
    const early = await Promise.race([boot, session.stopRequested]);
    if (early === undefined) print('everything is up; Ctrl-C stops it');
    const reason = early ?? (await session.stopRequested);
    await step(`stop (${reason.why})`, () => session.close());
    return exitCode(early, reason);
  } finally {
    await session.close();
    boot.catch(() => undefined);
  }
}

/** Build and engines start in parallel. When one fails, the caller's `finally` stops the other. */
async function bootAll(session: Session, plan: StackPlan, options: BootOptions): Promise<undefined> {
  try {
    await checkPorts(session, plan);
    const [engines] = await Promise.all([bootEngines(session, options), build(session, plan)]);
    await bootServices(session, plan, { options, engines });
  } catch (error) {
    // the caller reports a stop during the start
    if (!(error instanceof StoppingError)) throw error;
  }
  return undefined;
}

async function open(paths: StackPaths, command: string): Promise<Session | undefined> {
  try {
    return await openSession(paths, { command, fixedPorts: true });
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const { holder } = error;
    const url = readStackFile(paths.stackFile)?.gatewayUrl;
    const where = url === undefined ? 'it is still starting' : `it serves at ${url}`;
    process.stdout.write(`already running (pid ${String(holder.pid)}): ${where}; npm run stop ends it\n`);
    if (command === startLine(DEFAULT_START) || command === holder.command) return undefined;
    throw new StackError(`it runs as "${holder.command}": stop it before you run "${command}"`);
  }
}

/** 0 when the stack was up before it was stopped, 130 when it was stopped during the start. */
function exitCode(early: StopReason | undefined, reason: StopReason): number {
  if (reason.exitCode !== 0) return reason.exitCode;
  return early === undefined ? 0 : 130;
}
