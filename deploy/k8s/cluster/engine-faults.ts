import { outputOf, until } from '../../trial/commands.ts';

const FROZEN_SECONDS = 8;
const RESTARTED_SECONDS = 60;

/** The programs of the engines. */
const PROGRAMS: Readonly<Record<string, string>> = { kafka: 'java', postgres: 'postgres', redis: 'redis-server' };

/** Sends signals to all processes of the program, which must share their namespace with the pod: none can signal the first of its own. */
const SIGNAL = `
send() {
  for process in /proc/[0-9]*; do
    [ "$(cat "$process/comm" 2> /dev/null)" != "$PROGRAM" ] || kill "-$1" "\${process#/proc/}" 2> /dev/null || true
  done
}`;

/** True when an object is an engine of the component `engines`. */
export function isEngine({
  kind,
  metadata,
}: {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}): boolean {
  return kind === 'StatefulSet' && metadata.name in PROGRAMS;
}

/** Kills an engine as a crash does: its container starts again in its pod, with the data that it had. */
export async function killEngine(namespace: string, engine: string): Promise<void> {
  const before = await restartsOf(namespace, engine);
  // the command may be ended with the container
  await execute(namespace, engine, 'send KILL').catch(() => undefined);
  await until(`${engine} is started again`, RESTARTED_SECONDS, async () => {
    return (await restartsOf(namespace, engine)) > before || undefined;
  });
}

async function restartsOf(namespace: string, engine: string): Promise<number> {
  const path = '--output=jsonpath={.status.containerStatuses[0].restartCount}';
  return Number(await outputOf('kubectl', ['--namespace', namespace, 'get', 'pod', `${engine}-0`, path]));
}

/** Stops an engine for some seconds: its connections stay open, and nothing answers. */
export async function freezeEngine(namespace: string, engine: string): Promise<void> {
  await execute(namespace, engine, `send STOP; sleep ${FROZEN_SECONDS}; send CONT`);
}

/**
 * Cuts an engine off for some seconds, as its clients see it: its Service leads nowhere, so that no connection begins, and those that exist
 * are silent.
 */
export async function cutOffEngine(namespace: string, engine: string): Promise<void> {
  const select = (more: object): Promise<string> => {
    const patch = JSON.stringify({ spec: { selector: more } });
    return outputOf('kubectl', [
      ...['--namespace', namespace, 'patch', 'service', engine],
      ...['--type=merge', '--patch', patch],
    ]);
  };
  await select({ 'paygate/trial': 'cut-off' });
  try {
    await freezeEngine(namespace, engine);
  } finally {
    await select({ 'paygate/trial': null });
  }
}

async function execute(namespace: string, engine: string, script: string): Promise<void> {
  const program = PROGRAMS[engine];
  if (program === undefined) throw new TypeError(`${engine} is no engine`);
  const shell = ['sh', '-c', `PROGRAM=${program}\n${SIGNAL}\n${script}`];
  await outputOf('kubectl', ['--namespace', namespace, 'exec', `${engine}-0`, `--container=${engine}`, '--', ...shell]);
}
