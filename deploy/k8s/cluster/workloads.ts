import { outputOf, until } from '../../trial/commands.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
}

interface ContainerStatus {
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly terminated?: { readonly reason?: string };
  };
}

interface Item {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

/** Waits until all Jobs are complete and all Deployments available, and prints what is not whenever that changes. Throws when a Job failed. */
export async function awaitWorkloads(namespace: string, withinSeconds: number): Promise<void> {
  let printed = '';
  let failed: string | undefined;
  await until('all Jobs are complete and all Deployments available', withinSeconds, async () => {
    const options = ['--namespace', namespace, 'get', 'jobs,deployments,pods', '--output=json'];
    const { items } = JSON.parse(await outputOf('kubectl', options)) as { items: readonly Item[] };
    failed = items.find((item) => item.kind === 'Job' && holds(item, 'Failed'))?.metadata.name;
    const waiting = items.flatMap(waitedFor).join(', ');
    if (waiting !== printed && waiting !== '') console.log(`  waits for ${waiting}`);
    printed = waiting;
    return waiting === '' || failed !== undefined ? 'ended' : undefined;
  });
  if (failed !== undefined)
    throw new Error(`the Job ${failed} failed: kubectl --namespace ${namespace} logs job/${failed}`);
}

/** The name of what is not there yet; of a pod, with the reason why its containers do not run. */
function waitedFor(item: Item): readonly string[] {
  const name = `${item.kind.toLowerCase()}/${item.metadata.name}`;
  if (item.kind !== 'Pod') return holds(item, item.kind === 'Job' ? 'Complete' : 'Available') ? [] : [name];
  const { containerStatuses = [], initContainerStatuses = [] } = item.status ?? {};
  const reasons = [...initContainerStatuses, ...containerStatuses].flatMap(({ state }) => state?.waiting?.reason ?? []);
  const troubles = reasons.filter((reason) => reason !== 'PodInitializing' && reason !== 'ContainerCreating');
  return troubles.length === 0 ? [] : [`${name} (${[...new Set(troubles)].join()})`];
}

function holds({ status }: Item, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;
}
