import type { StackService } from '@paygate/testing';
import { eventually, readStack } from '@paygate/testing';

const BACK_MS = 60_000;

export function isReady(healthUrl: string): Promise<boolean> {
  return fetch(healthUrl).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Ends a process of the stack and waits until the runner has restarted it. */
export async function replaced(name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { pid } = instance(name);
  process.kill(pid, signal);
  await eventually(
    async () => {
      const now = instance(name);
      return ![0, pid].includes(now.pid) && isReady(now.healthUrl);
    },
    { timeoutMs: BACK_MS, intervalMs: 200 },
  );
}

function instance(name: string): StackService {
  const found = readStack().services.find((service) => service.name === name);
  if (found === undefined) throw new Error(`the stack has no ${name}`);
  return found;
}
