import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { endOf, outputOf, tryCommand, until } from '../trial/commands.ts';
import type { Manifest } from './manifests.ts';
import { operatorLine } from '../operator-line.ts';
import { attendedJob, operatorJob } from './jobs/operator-job.ts';

const ENDED_SECONDS = 900;
const UPLOAD = 'upload-statement';
/** `upload-statement <rail> <mode> <day> <file>` */
const UPLOADED_WORD = 4;

interface Pod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly containerStatuses?: readonly { readonly state: State }[] };
}

interface State {
  readonly running?: object;
  readonly terminated?: { readonly exitCode: number };
}

/** The output of a command, and its exit code. */
export interface Ended {
  readonly output: string;
  readonly code: number;
}

/**
 * Runs an `operator` command as a Job, and deletes the Job. `scope` are the arguments that select cluster and namespace. The file of
 * `upload-statement` is of this machine: it becomes the standard input of the command. An attended command has this terminal, or this
 * standard input and output, and no log has what passes there.
 */
export async function runOperator(
  scope: readonly string[],
  typed: readonly string[],
  isAttended = false,
): Promise<Ended> {
  const file = typed[0] === UPLOAD ? typed[UPLOADED_WORD] : undefined;
  const input = file === undefined || file === '-' ? 0 : openSync(file, 'r');
  const words = file === undefined ? typed : typed.with(UPLOADED_WORD, '-');
  const kubectl = (...args: readonly string[]): Promise<string> => outputOf('kubectl', [...scope, ...args]);
  const cronJob = JSON.parse(await kubectl('get', 'cronjob', 'operator', '--output=json')) as Manifest;
  const create = ['create', '--filename', '-', '--output=jsonpath={.metadata.name}'];
  const created = await tryCommand(
    'kubectl',
    [...scope, ...create],
    JSON.stringify(isAttended ? attendedJob(cronJob) : operatorJob(cronJob, words, file !== undefined)),
  );
  if (created.code !== 0) throw new Error(created.output);
  const job = created.output.trim();
  const podOf = async (has: (state: State) => boolean): Promise<Pod | undefined> => {
    const selector = `--selector=batch.kubernetes.io/job-name=${job}`;
    const { items } = JSON.parse(await kubectl('get', 'pods', selector, '--output=json')) as { items: readonly Pod[] };
    return items.find(({ status }) => has(status.containerStatuses?.[0]?.state ?? {}));
  };
  try {
    const running = () => until(`job/${job} runs`, ENDED_SECONDS, () => podOf((state) => state.running !== undefined));
    if (isAttended) {
      const terminal = process.stdin.isTTY ? ['--stdin', '--tty'] : ['--stdin'];
      const exec = ['exec', ...terminal, (await running()).metadata.name, '--', 'node', ...operatorLine(words)];
      return { output: '', code: (await endOf(spawn('kubectl', [...scope, ...exec], { stdio: 'inherit' }))) ?? 1 };
    }
    if (file !== undefined) {
      const pod = await running();
      const attach = ['attach', '--stdin', '--quiet', pod.metadata.name];
      await endOf(spawn('kubectl', [...scope, ...attach], { stdio: [input, 'ignore', 'inherit'] }));
    }
    const ended = await until(`the end of job/${job}`, ENDED_SECONDS, () =>
      podOf(({ terminated }) => terminated !== undefined),
    );
    const code = ended.status.containerStatuses?.[0]?.state.terminated?.exitCode ?? 1;
    return { output: await kubectl('logs', `job/${job}`), code };
  } finally {
    await kubectl('delete', 'job', job, '--wait=false');
  }
}
