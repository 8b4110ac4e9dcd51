import { outputOf, until } from '../../trial/commands.ts';
import type { Manifest } from '../manifests.ts';
import { readOverlay } from '../manifests.ts';

const NAMESPACE = 'paygate';
const SCALED_SECONDS = 300;

/** Evicts two pods, one right after the other. The disruption budget allows the first only. */
export async function evictTwo(namespace: string, first: string, second: string): Promise<void> {
  await evict(namespace, first);
  const refusal = await evict(namespace, second).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (refusal === undefined) throw new Error(`${second} was evicted while ${first} was being replaced`);
  if (!refusal.includes('disruption budget')) throw new Error(refusal);
}

function evict(namespace: string, pod: string): Promise<string> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
  return outputOf('bash', [
    '-c',
    'printf %s "$1" | kubectl create --raw "$2" --filename -',
    'evict',
    JSON.stringify(eviction),
    path,
  ]);
}

/** The autoscaler of a service in production, with a target that any load exceeds, so that it adds replicas up to its bound. */
export function eagerAutoscaler(name: string): { readonly manifest: Manifest; readonly most: number } {
  const found = readOverlay('production').find(
    ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec?.scaleTargetRef?.name === name,
  );
  const most = found?.spec?.maxReplicas;
  if (found === undefined || most === undefined) throw new Error(`production has no autoscaler of ${name} by its CPU`);
  const text = JSON.stringify(found).replace(/"averageUtilization":\d+/, '"averageUtilization":1');
  return { manifest: JSON.parse(text) as Manifest, most };
}

/** Waits until the metrics server's numbers have made the autoscaler ask for all replicas that it may. */
export async function awaitReplicas(name: string, most: number): Promise<void> {
  const status = ['get', 'hpa', name, '--namespace', NAMESPACE, '--output=jsonpath={.status.desiredReplicas}'];
  await until(`the autoscaler of ${name} asks for ${most} replicas`, SCALED_SECONDS, async () => {
    const desired = Number(await outputOf('kubectl', status));
    if (desired > most) throw new Error(`it asks for ${desired}`);
    return desired === most ? desired : undefined;
  });
}

/** True when the cluster measures the CPU of pods. */
export async function hasMetricsServer(): Promise<boolean> {
  const services = await outputOf('kubectl', ['get', 'apiservices', '--output=name']);
  return services.includes('metrics.k8s.io');
}
