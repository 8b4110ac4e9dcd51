import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Difference } from './differences.ts';
import { withDifference } from './differences.ts';

export const overlays = ['local', 'staging', 'production'] as const;
export type Overlay = (typeof overlays)[number];

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly resources?: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>> | undefined>>;
  readonly securityContext?: Readonly<Record<string, unknown>> & {
    readonly capabilities?: { readonly drop?: string[] };
  };
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet?: { readonly path: string } } | undefined;
}

/** A Secret as a whole, or the `items` of it. */
export interface MountedSecret {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly { readonly key: string; readonly path: string }[];
}

export interface Volume {
  readonly name: string;
  readonly secret?: MountedSecret;
  readonly projected?: { readonly sources: readonly { readonly secret?: MountedSecret }[] };
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly unknown[];
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly volumes?: readonly Volume[];
}

export interface NetworkPeer {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly podSelector?: Selector;
}

export interface Trigger {
  readonly type: string;
  readonly metricType?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}

export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** A Kubernetes object, with the parts that the rules look at. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly strategy?: { readonly type?: string; readonly rollingUpdate?: Readonly<Record<string, unknown>> };
    readonly template?: PodTemplate;
    /** The template of a CronJob. */
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
    readonly selector?: Selector;
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly egress?: readonly { readonly to?: readonly NetworkPeer[] }[];
    readonly ingress?: readonly {
      readonly from?: readonly NetworkPeer[];
      readonly ports?: readonly { readonly port?: number }[];
    }[];
    readonly scaleTargetRef?: { readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly triggers?: readonly Trigger[];
    readonly metrics?: readonly {
      readonly containerResource?: { readonly target: { readonly averageUtilization?: number } };
    }[];
  };
}

/** The objects of an overlay, all of them, as render.sh rendered it. */
export function readOverlay(overlay: Overlay): Manifest[] {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, 'rendered', path), 'utf8');
  const production = manifestsIn(read('production.yaml'));
  if (overlay === 'production') return production;
  return withDifference(production, parse(read(`differences/${overlay}.yaml`)) as Difference<Manifest>);
}

export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** The pods that a workload makes. */
export function templateOf({ spec }: Manifest): PodTemplate | undefined {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

/** The Secrets that make up a volume. */
export function secretsOf({ secret, projected }: Volume): readonly MountedSecret[] {
  return [secret, ...(projected?.sources ?? []).map((source) => source.secret)].filter((one) => one !== undefined);
}

/** True when a selector meets these labels. An empty one meets all. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
