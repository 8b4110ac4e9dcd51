import { stringify } from 'yaml';
import { outputOf, tryCommand, until } from '../../trial/commands.ts';
import { evictTwo } from './disruptions.ts';
import type { Manifest } from '../manifests.ts';

const SECONDS = 60;

/**
 * Evicts two of two pods that a disruption budget covers. No scheduler places them, so that they need neither image nor node: they are
 * reported ready, which is what the budget counts. Returns what went wrong.
 */
export async function tryBudget(
  namespace: string,
  budget: Manifest,
  manifests: readonly Manifest[],
): Promise<readonly string[]> {
  const { name } = budget.metadata;
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  const objects = [budget, unscheduled(deployment)].map((object) => ({
    ...object,
    metadata: { ...object?.metadata, namespace },
  }));
  const text = objects.map((object) => stringify(object)).join('---\n');
  const { output, code } = await tryCommand('kubectl', ['apply', '--server-side', '--filename', '-'], text);
  if (code !== 0) return [output];
  const inNamespace = ['--namespace', namespace];
  const pods = await until(`two pods of ${name}`, SECONDS, async () => {
    const selector = `--selector=app.kubernetes.io/name=${name}`;
    const found = await outputOf('kubectl', [...inNamespace, 'get', 'pods', selector, '--output=name']);
    const names = found.split('\n').filter(Boolean);
    return names.length === 2 ? names : undefined;
  });
  const status = JSON.stringify({ status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } });
  for (const pod of pods)
    await outputOf('kubectl', [
      ...inNamespace,
      'patch',
      pod,
      '--subresource=status',
      '--type=merge',
      '--patch',
      status,
    ]);
  await until(`the disruption budget of ${name} allows one`, SECONDS, async () => {
    const allowed = ['get', 'pdb', name, '--output=jsonpath={.status.disruptionsAllowed}'];
    return (await outputOf('kubectl', [...inNamespace, ...allowed])) === '1' ? true : undefined;
  });
  const [first = '', second = ''] = pods.map((pod) => pod.slice('pod/'.length));
  return evictTwo(namespace, first, second).then(
    () => [],
    (error: unknown) => [String(error)],
  );
}

function unscheduled(deployment: Manifest | undefined): Manifest | undefined {
  const template = deployment?.spec?.template;
  if (deployment === undefined || template === undefined) return undefined;
  const spec = {
    ...deployment.spec,
    replicas: 2,
    template: { ...template, spec: { ...template.spec, schedulerName: 'none' } },
  };
  return { ...deployment, spec };
}
