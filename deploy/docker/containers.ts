import { outputOf, run, until } from '../trial/commands.ts';

const HEALTHY_SECONDS = 300;

/** The output of `docker inspect` for a container, as far as the trial reads it. */
export interface Container {
  readonly State: { readonly Pid: number; readonly Health?: { readonly Status: string } };
  readonly Config: { readonly Labels: Readonly<Record<string, string>> };
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> };
}

export function compose(...args: readonly string[]): Promise<void> {
  return run('docker', ['compose', ...args]);
}

export function composeOutput(...args: readonly string[]): Promise<string> {
  return docker('compose', ...args);
}

export function docker(...args: readonly string[]): Promise<string> {
  return outputOf('docker', args);
}

/** The ids of the running containers of a service, or of all. */
export async function containersOf(...services: readonly string[]): Promise<readonly string[]> {
  const ids = await docker('compose', 'ps', '--quiet', ...services);
  return ids.split('\n').filter(Boolean);
}

export async function container(id: string): Promise<Container> {
  const [found] = JSON.parse(await docker('inspect', id)) as Container[];
  if (found === undefined) throw new Error(`no container ${id}`);
  return found;
}

/** Waits until the container's health check has succeeded since its last start. */
export async function healthy(id: string): Promise<void> {
  await until(`${id} is healthy`, HEALTHY_SECONDS, async () =>
    (await container(id)).State.Health?.Status === 'healthy' ? true : undefined,
  );
}
