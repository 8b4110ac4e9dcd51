import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the bench, in the role that its file describes. */
export interface Role {
  readonly pid: number;
  /** What it said when it was ready, a port for instance. */
  readonly said: string;
  stop(): Promise<void>;
}

/** Starts `file` of this folder and waits until it says that it is ready. */
export async function startRole(file: string, env: Readonly<Record<string, string>>): Promise<Role> {
  const path = fileURLToPath(new URL(`./${file}.js`, import.meta.url));
  const child = fork(path, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const said = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      resolve(message as string);
    });
    child.once('exit', (code) => {
      reject(new Error(`${file} ended with ${String(code)} before it was ready`));
    });
  });
  return {
    pid: child.pid ?? 0,
    said,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** For the process in the role: it is ready, and `stop` ends it. */
export function ready(said: string, stop: () => Promise<unknown>): void {
  const end = (): void => {
    void stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  process.send?.(said);
}
