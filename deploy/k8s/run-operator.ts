import { outputOf, tryCommand, until } from '../trial/commands.ts';
import type { Manifest } from './manifests.ts';
import { operatorJob } from './jobs/operator-job.ts';

const ENDED_SECONDS = 900;

interface Pod {
  readonly status: {
    readonly containerStatuses?: readonly { readonly state: { readonly terminated?: { readonly exitCode: number } } }[];
  };
}

/** The output of a command, and its exit code. */
export interface Ended {
  readonly output: string;
  readonly code: number;
}

/** Runs an operator's command as a Job, and deletes the Job. `scope` are the arguments that select cluster and namespace. */
export async function runOperator(scope: readonly string[], words: readonly string[]): Promise<Ended> {
  const kubectl = (...args: readonly string[]): Promise<string> => outputOf('kubectl', [...scope, ...args]);
  const cronJob = JSON.parse(await kubectl('get', 'cronjob', 'operator', '--output=json')) as Manifest;
  const create = ['create', '--filename', '-', '--output=jsonpath={.metadata.name}'];
  const created = await tryCommand('kubectl', [...scope, ...create], JSON.stringify(operatorJob(cronJob, words)));
  if (created.code !== 0) throw new Error(created.output);
  const job = created.output.trim();
  try {
    const code = await until(`the end of job/${job}`, ENDED_SECONDS, async () => {
      const selector = `--selector=batch.kubernetes.io/job-name=${job}`;
      const { items } = JSON.parse(await kubectl('get', 'pods', selector, '--output=json')) as {
        items: readonly Pod[];
      };
      return items[0]?.status.containerStatuses?.[0]?.state.terminated?.exitCode;
    });
    return { output: await kubectl('logs', `job/${job}`), code };
  } finally {
    await kubectl('delete', 'job', job, '--wait=false');
  }
}
