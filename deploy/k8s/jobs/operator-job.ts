import { operatorLine } from '../../operator-line.ts';
import type { Manifest } from '../manifests.ts';
import { templateOf } from '../manifests.ts';

/** A Job that runs a command line with everything that the CronJob `operator` has, and waits for standard input where it has one. */
export function operatorJob(cronJob: Manifest, words: readonly string[], hasInput = false): object {
  return jobOf(cronJob, operatorLine(words), hasInput);
}

/** A Job that does nothing for as long as it may: commands whose input or output no log may have run in its pod. */
export function attendedJob(cronJob: Manifest): object {
  return jobOf(cronJob, ['--eval', 'setTimeout(() => {}, 2 ** 31 - 1)'], false);
}

function jobOf(cronJob: Manifest, line: readonly string[], hasInput: boolean): object {
  const template = templateOf(cronJob);
  const [container, ...others] = template?.spec.containers ?? [];
  if (template === undefined || container === undefined || others.length > 0)
    throw new TypeError(`${cronJob.metadata.name} has not one container`);
  // Kubernetes would put variables in the place of their names
  const args = line.map((word) => word.replaceAll('$(', () => '$$('));
  const { labels = {} } = cronJob.metadata;
  const input = hasInput ? { stdin: true, stdinOnce: true } : {};
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { generateName: 'operator-', labels },
    spec: {
      ...cronJob.spec?.jobTemplate?.spec,
      template: { ...template, spec: { ...template.spec, containers: [{ ...container, args, ...input }] } },
    },
  };
}
