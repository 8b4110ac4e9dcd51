import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { repositoryRoot } from '../local/paths.ts';
import { outputOf } from '../trial/commands.ts';
import type { Manifest } from './manifests.ts';
import { manifestsIn, readOverlay } from './manifests.ts';

/** Before `conventions` come those that bring workloads. */
const WORKLOADS = ['test-rails', 'simulator', 'engines'];
const OTHERS = ['autoscaling', 'kafka-login', 'autoscaling-login', 'external-secrets', 'load-balancer', 'monitoring'];
/** In place of these where there is no KEDA. */
const OF_KEDA = ['autoscaling', 'autoscaling-login'];
const WITHOUT_KEDA = 'autoscaling-cpu';
const EACH = [...WORKLOADS, ...OTHERS];
/** The simulator has the rails of test mode inside. */
const ALL = EACH.filter((one) => one !== 'test-rails');

/** Each component alone, each two of them, and all together, with KEDA and without. */
export function combinations(): readonly (readonly string[])[] {
  const pairs = EACH.flatMap((first, index) => EACH.slice(index + 1).map((second) => [first, second])).filter(
    (pair) => !(pair.includes('test-rails') && pair.includes('simulator')),
  );
  const withoutKeda = [...ALL.filter((one) => !OF_KEDA.includes(one)), WITHOUT_KEDA];
  return [...EACH.map((one) => [one]), ...pairs, ALL, [WITHOUT_KEDA], withoutKeda];
}

/** The parts of an overlay of the base with these components and `conventions`. */
export async function renderCombination(components: readonly string[]): Promise<Manifest[]> {
  const folder = join(repositoryRoot, '.local', 'kubernetes-combination');
  mkdirSync(folder, { recursive: true });
  const path = (...parts: string[]): string => relative(folder, join(import.meta.dirname, ...parts));
  const chosen = (of: readonly string[]): string[] => of.filter((name) => components.includes(name));
  const ordered = [...chosen(WORKLOADS), 'conventions', ...chosen([...OTHERS, WITHOUT_KEDA])];
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'paygate',
    resources: ['namespace.yaml', path('base')],
    components: ordered.map((name) => path('components', name)),
    images: IMAGES.map((name) => ({ name, newTag: '0.0.0' })),
  };
  const namespace = readOverlay('local').find(({ kind }) => kind === 'Namespace');
  writeFileSync(join(folder, 'namespace.yaml'), stringify(namespace));
  writeFileSync(join(folder, 'kustomization.yaml'), stringify(kustomization));
  return manifestsIn(await outputOf('kubectl', ['kustomize', folder]));
}

const IMAGES = [
  ...['gateway', 'checkout', 'auth', 'intents', 'otp', 'charging', 'webhooks', 'rail-simulator', 'tools'].map(
    (name) => `paygate-${name}`,
  ),
  ...['postgres', 'redis', 'apache/kafka'],
];
