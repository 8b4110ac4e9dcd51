import { bootEngines, bootServices, build, checkPorts } from './boot.ts';
import type { BootOptions } from './boot.ts';
import { startLine } from './command-line.ts';
import { StackError, StoppingError } from './errors.ts';
import { refuseForeign } from './instances.ts';
import type { StackPaths } from './paths.ts';
import type { StackPlan } from './plan.ts';
import { say, step } from './progress.ts';
import { AlreadyRunning, openSession } from './session.ts';
import type { Session, StopReason } from './session.ts';
import { readStackFile } from './stack-file.ts';
import { DEFAULT_START } from './start-options.ts';
import type { StartOptions } from './start-options.ts';

/**
 * The whole stack in the foreground, until it is told to stop. A second one is told where the first one is, and refused when it
 * asks for other options than that has.
 */
export async function startCommand(paths: StackPaths, plan: StackPlan, options: StartOptions): Promise<number> {
  refuseForeign(plan.services, options.instances);
  const session = await open(paths, startLine(options));
  if (session === undefined) return 0;
  const boot = bootAll(session, plan, { start: options, isolated: false });
  try {
    const early = await Promise.race([boot, session.stopRequested]);
    if (early === undefined) say('everything is up; Ctrl-C stops it');
    const reason = early ?? (await session.stopRequested);
    await step(`stop (${reason.why})`, () => session.close());
    return exitCode(early, reason);
  } finally {
    await session.close();
    boot.catch(() => undefined);
  }
}

/** Build and engines need nothing of each other. A failure of one stops the other through the caller's `finally`. */
async function bootAll(session: Session, plan: StackPlan, options: BootOptions): Promise<undefined> {
  try {
    await checkPorts(session, plan);
    const [engines] = await Promise.all([bootEngines(session, options), build(session, plan)]);
    await bootServices(session, plan, { options, engines });
  } catch (error) {
    // a stop in mid-boot is for the caller to report
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
    throw new StackError(`it was started as "${holder.command}", and goes on so: stop it before "${command}"`);
  }
}

/** A stack that was up and is told to stop has done what it should; one that never came up has not. */
function exitCode(early: StopReason | undefined, reason: StopReason): number {
  if (reason.exitCode !== 0) return reason.exitCode;
  return early === undefined ? 0 : 130;
}
