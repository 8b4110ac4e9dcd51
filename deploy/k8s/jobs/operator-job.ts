import { operatorLine } from '../../operator-line.ts';
import type { Manifest } from '../manifests.ts';
import { templateOf } from '../manifests.ts';

/** A Job that runs a command line with everything that the CronJob `operator` has, and waits for standard input where it has one. */
export function operatorJob(cronJob: Manifest, words: readonly string[], hasInput = false): object {
  const template = templateOf(cronJob);
  const [container, ...others] = template?.spec.containers ?? [];
  if (template === undefined || container === undefined || others.length > 0)
    throw new TypeError(`${cronJob.metadata.name} has not one container`);
  // Kubernetes would put variables in the place of their names
  const args = operatorLine(words).map((word) => word.replaceAll('$(', () => '$$('));
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
