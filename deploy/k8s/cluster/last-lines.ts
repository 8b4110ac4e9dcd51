import { outputOf } from '../../trial/commands.ts';

const LINES = 20;

interface Pod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly containerStatuses?: readonly { readonly restartCount: number }[] };
}

/** Prints the last lines of each pod of a namespace, and of its run before where it was started again. */
export async function printLastLines(namespace: string): Promise<void> {
  const kubectl = (...args: readonly string[]): Promise<string> =>
    outputOf('kubectl', ['--namespace', namespace, '--request-timeout=30s', ...args]).catch((error: unknown) =>
      String(error),
    );
  const { items } = JSON.parse(await kubectl('get', 'pods', '--output=json')) as { readonly items: readonly Pod[] };
  for (const { metadata, status } of items) {
    const logs = ['logs', metadata.name, '--all-containers', '--ignore-errors', `--tail=${LINES}`];
    console.log(`--- ${metadata.name}\n${await kubectl(...logs)}`);
    if (status.containerStatuses?.some(({ restartCount }) => restartCount > 0) === true)
      console.log(`--- ${metadata.name}, before it was started again\n${await kubectl(...logs, '--previous')}`);
  }
}
