/**
 * Runs an `operator` command on a cluster, as a Job of the CronJob `operator`: with the operator's identity, secret and connections, which
 * no person needs to hold. Prints what the command prints, and exits with its exit code. After `activate-live` it names on the standard
 * error the rails and senders that live mode lacks.
 *
 *   node deploy/k8s/operator.ts [--namespace paygate] [--context <name>] [--attended] <command> [<word> …]
 *
 * The commands are those of docs/operations.md, and `dead-letters list|count|replay …`. Needs the rights to read CronJobs, Pods and their
 * logs, and to read, create and delete Jobs; with `--attended`, for what persons type and read, that to run a command in a pod; for
 * `upload-statement` that to attach to one, and for the names of rails and senders that to
 * run a command in one.
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { notOfferedBy } from '../status/replica-health.ts';
import { healthOfReplica, replicasInKubernetes } from '../status/replicas.ts';
import { runOperator } from './run-operator.ts';

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    attended: { type: 'boolean', default: false },
    namespace: { type: 'string', default: 'paygate' },
    context: { type: 'string' },
  },
});
const scope = [
  ...(options.context === undefined ? [] : ['--context', options.context]),
  '--namespace',
  options.namespace,
];
try {
  const { output, code } = await runOperator(scope, words, options.attended);
  writeSync(1, output);
  if (code === 0 && words.includes('activate-live')) await warnOfLiveMode();
  process.exitCode = code;
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The change is made, so a failure to look is printed and changes no exit code. */
async function warnOfLiveMode(): Promise<void> {
  try {
    const health = await Promise.all((await replicasInKubernetes(scope)).map(healthOfReplica));
    for (const part of notOfferedBy(health)) writeSync(2, `live mode does not offer ${part}\n`);
  } catch (error) {
    writeSync(2, `what live mode offers is not known: ${String(error)}\n`);
  }
}
