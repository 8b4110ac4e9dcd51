/**
 * Runs an operator's command on a cluster, as a Job of the CronJob `operator`: with the operator's identity, secret and connections, which
 * no person needs to hold. Prints what the command prints, and exits with its exit code.
 *
 *   node deploy/k8s/operator.ts [--namespace paygate] [--context <name>] <command> [<word> …]
 *
 * The commands are those of docs/operations.md, and `dead-letters list|replay …`. Needs the rights to read CronJobs, Pods and their logs, and
 * to create and delete Jobs.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { outputOf, tryCommand, until } from '../trial/commands.ts';
import type { Manifest } from './manifests.ts';
import { operatorJob } from './operator-job.ts';

const ENDED_SECONDS = 900;

interface Pod {
  readonly status: {
    readonly containerStatuses?: readonly { readonly state: { readonly terminated?: { readonly exitCode: number } } }[];
  };
}

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { namespace: { type: 'string', default: 'paygate' }, context: { type: 'string' } },
});
const scope = [
  ...(options.context === undefined ? [] : ['--context', options.context]),
  '--namespace',
  options.namespace,
];
process.exitCode = await runCommand();

async function runCommand(): Promise<number> {
  const cronJob = JSON.parse(await kubectl('get', 'cronjob', 'operator', '--output=json')) as Manifest;
  const create = ['create', '--filename', '-', '--output=jsonpath={.metadata.name}'];
  const created = await tryCommand('kubectl', [...scope, ...create], JSON.stringify(operatorJob(cronJob, words)));
  if (created.code !== 0) throw new Error(created.output);
  const job = created.output.trim();
  try {
    const code = await until(`the end of job/${job}`, ENDED_SECONDS, () => exitCodeOf(job));
    writeSync(1, await kubectl('logs', `job/${job}`));
    return code;
  } finally {
    await kubectl('delete', 'job', job, '--wait=false');
  }
}

async function exitCodeOf(job: string): Promise<number | undefined> {
  const selector = `--selector=batch.kubernetes.io/job-name=${job}`;
  const { items } = JSON.parse(await kubectl('get', 'pods', selector, '--output=json')) as { items: readonly Pod[] };
  return items[0]?.status.containerStatuses?.[0]?.state.terminated?.exitCode;
}

function kubectl(...args: readonly string[]): Promise<string> {
  return outputOf('kubectl', [...scope, ...args]);
}
