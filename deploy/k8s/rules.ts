import { isDeepStrictEqual } from 'node:util';
import { streams } from '@paygate/contracts';
import type { Manifest, NetworkPeer, PodSpec, Trigger, Volume } from './manifests.ts';
import { secretsOf, selects, templateOf } from './manifests.ts';

/** The graceful shutdown of a service at most (libs/platform). */
const SHUTDOWN_SECONDS = 15;
/** A replica beyond them would have no partition to read. */
const PARTITIONS = Math.min(...streams.filter(({ kind }) => kind === 'commands').map(({ partitions }) => partitions));

const NAME = 'app.kubernetes.io/name';
const COMPONENT = 'app.kubernetes.io/component';

/** Connections to PostgreSQL that a replica of a service with a database opens at most (libs/platform). */
const POOL = 10;
/** The connections of PostgreSQL that docs/kubernetes.md asks for the services, besides an update's replica of each. */
const CONNECTIONS = 300;
const DATABASE = 'paygate/database';
/** The labels of the pods of simulated operators, and the port of their rails. */
const SIMULATOR = { [NAME]: 'rail-simulator', [COMPONENT]: 'simulator', [DATABASE]: 'owned' };
const RAILS_PORT = 8026;

/** The rights of every container, which none may extend. */
const CONFINED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
};
const POD_SETTINGS = ['runAsNonRoot', 'runAsUser', 'runAsGroup', 'fsGroup', 'fsGroupChangePolicy', 'seccompProfile'];
const VOLUMES = ['secret', 'projected', 'configMap', 'emptyDir'];

/** The faults of a set of objects, as `kind/name: fault`. The rules are those of Pod Security `restricted` and of docs/kubernetes.md. */
export function faultsOf(manifests: readonly Manifest[]): string[] {
  return [
    ...manifests.flatMap((manifest) => objectFaults(manifest, manifests)),
    ...connectionFaults(manifests),
    ...testRailFaults(manifests),
    ...loginFaults(manifests),
  ];
}

function objectFaults(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  const pod = templateOf(manifest)?.spec;
  return [
    ...(pod === undefined ? [] : podFaults(pod)),
    ...(isService(manifest) ? serviceFaults(manifest, manifests) : []),
    ...scaleFaults(manifest),
    ...faultIf(isPreparation(manifest) && !waitsForItsEngine(manifest), 'fails while its engine starts'),
  ].map((fault) => `${manifest.kind}/${manifest.metadata.name}: ${fault}`);
}

function podFaults(pod: PodSpec): string[] {
  const { securityContext: user = {} } = pod;
  return [
    ...faultIf(user['runAsNonRoot'] !== true || !isUser(user['runAsUser']), 'may run as root'),
    ...faultIf(
      (user['seccompProfile'] as { type?: string } | undefined)?.type !== 'RuntimeDefault',
      'has no seccomp profile',
    ),
    ...faultIf(!Object.keys(user).every((setting) => POD_SETTINGS.includes(setting)), 'is set up as no service needs'),
    ...faultIf(pod.automountServiceAccountToken !== false, 'mounts a token of the API server'),
    ...faultIf(pod.enableServiceLinks !== false, 'gets variables named after Services'),
    ...faultIf(
      [pod.hostNetwork, pod.hostPID, pod.hostIPC].some((shared) => shared === true),
      'shares a namespace with the node',
    ),
    ...faultIf(!(pod.volumes ?? []).every(isNeeded), 'mounts what no service needs'),
    ...[...(pod.initContainers ?? []), ...pod.containers].flatMap((container) => {
      const { name, image, securityContext: rights, resources, ports = [] } = container;
      return [
        ...faultIf(!/:(?!latest$)[\w.-]+$/.test(image), `${name} has an image without a version`),
        ...faultIf(!isDeepStrictEqual(rights, CONFINED), `${name} is not confined`),
        ...faultIf(
          ports.some(({ hostPort }) => hostPort !== undefined),
          `${name} takes a port of the node`,
        ),
        ...faultIf(resources?.limits?.['memory'] === undefined, `${name} has no memory limit`),
        ...faultIf(resources?.requests?.['cpu'] === undefined, `${name} requests no CPU`),
        ...(container.env ?? [])
          .filter((variable) => /KEY|SECRET|TOKEN|PASSWORD|PEPPER|DATABASE_URL|REDIS_URL/.test(variable.name))
          .filter((variable) => !variable.name.endsWith('_FILE'))
          .map((variable) => `${name} has the secret ${variable.name} in a variable`),
      ];
    }),
  ];
}

/** A number, because the kubelet cannot know whether a name is root's. */
function isUser(user: unknown): boolean {
  return typeof user === 'number' && user > 0;
}

function isNeeded(volume: Volume): boolean {
  return Object.keys(volume).every((member) => member === 'name' || VOLUMES.includes(member));
}

/** A Job that an update starts beside the engines; the operator's are started when they run. */
function isPreparation({ kind, metadata }: Manifest): boolean {
  return kind === 'Job' && metadata.name !== 'operator';
}

function waitsForItsEngine({ spec }: Manifest): boolean {
  const variables = spec?.template?.spec.containers.flatMap(({ env = [] }) => env) ?? [];
  return variables.some(({ name, value }) => name === 'ENGINE_WAIT_SECONDS' && Number(value) > 0);
}

function isService({ kind, metadata }: Manifest): boolean {
  return kind === 'Deployment' && metadata.labels?.[COMPONENT] === 'service';
}

function serviceFaults(manifest: Manifest, all: readonly Manifest[]): string[] {
  const { name } = manifest.metadata;
  const pod = manifest.spec?.template?.spec;
  const service = pod?.containers.find((container) => container.name === 'service');
  const [startup, live, ready] = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
    (probe) => service?.[probe as 'startupProbe']?.httpGet?.path,
  );
  const stop = (service?.lifecycle?.preStop?.sleep?.seconds ?? 0) + SHUTDOWN_SECONDS;
  const budget = all.find(({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === name);
  const update = manifest.spec?.strategy?.rollingUpdate;
  const selected = all.filter((other) =>
    selects(manifest.spec?.selector ?? {}, templateOf(other)?.metadata.labels ?? {}),
  );
  return [
    ...faultIf(selected.length !== 1, 'selects pods of another workload, which its autoscaler cannot measure'),
    ...faultIf(startup !== '/livez' || live !== '/livez' || ready !== '/readyz', 'is probed at the wrong paths'),
    ...faultIf(service?.lifecycle?.preStop === undefined, 'gets SIGTERM while it still receives connections'),
    ...faultIf((pod?.terminationGracePeriodSeconds ?? 0) <= stop, `is killed within ${stop} s`),
    ...faultIf(update?.['maxUnavailable'] !== 0 || update['maxSurge'] !== 1, 'loses replicas in an update'),
    ...faultIf(budget?.spec?.selector?.matchLabels?.[NAME] !== name, 'has no disruption budget'),
    ...faultIf((pod?.topologySpreadConstraints ?? []).length === 0, 'may run on one node only'),
    ...faultIf(pod !== undefined && !readsSecrets(pod, `paygate-${name}`), 'reads not all of its secrets'),
  ];
}

/** The folder from which a service reads its variables has every entry of its Secret, required or not. */
function readsSecrets({ containers: [service], volumes = [] }: PodSpec, secret: string): boolean {
  const folder = service?.env?.find(({ name }) => name === 'CONFIGURATION_FOLDER')?.value;
  const mount = service?.volumeMounts?.find(({ mountPath }) => mountPath === folder);
  return volumes
    .filter(({ name }) => name === mount?.name)
    .flatMap(secretsOf)
    .some(({ name, secretName = name, items }) => secretName === secret && items === undefined);
}

function scaleFaults({ kind, spec }: Manifest): string[] {
  if (kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject') return [];
  const least = spec?.minReplicas ?? spec?.minReplicaCount ?? 0;
  const most = spec?.maxReplicas ?? spec?.maxReplicaCount ?? Infinity;
  return [
    ...faultIf(least < 2, 'may leave one replica'),
    ...faultIf(most > PARTITIONS, `exceeds the ${PARTITIONS} partitions of a topic`),
    ...faultIf(!cpuTargets(spec).some(isReachable), 'has no CPU target that a busy node lets its pods reach'),
  ];
}

/** A node guarantees the CPU that a pod requests, and no more. */
const isReachable = (percent: number): boolean => percent > 0 && percent <= 90;

/** The percentages of the requested CPU above which replicas are added. An amount of CPU is none. */
function cpuTargets(spec: Manifest['spec']): readonly number[] {
  return [
    ...(spec?.metrics ?? []).map(({ containerResource }) => containerResource?.target.averageUtilization ?? 0),
    ...(spec?.triggers ?? [])
      .filter(({ type, metricType }) => type === 'cpu' && metricType === 'Utilization')
      .map(({ metadata }) => Number(metadata['value'])),
  ];
}

/** All replicas that autoscalers and Deployments allow together, each with a full pool. */
function connectionFaults(manifests: readonly Manifest[]): string[] {
  const replicas = manifests
    .filter((manifest) => isService(manifest) && manifest.metadata.labels?.[DATABASE] === 'owned')
    .map(({ metadata: { name }, spec }) => {
      const scaler = manifests.find((other) => other.spec?.scaleTargetRef?.name === name)?.spec;
      return scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? spec?.replicas ?? 1;
    });
  const connections = replicas.reduce((sum, most) => sum + most * POOL, 0);
  return faultIf(connections > CONNECTIONS, `services may open ${connections} connections, not ${CONNECTIONS}`);
}

/**
 * The faults of simulated operators without TEST_MODE: charging alone reaches their rails, and nothing their inbox, which has no login and
 * shows everybody's messages.
 */
function testRailFaults(manifests: readonly Manifest[]): string[] {
  if (manifests.some(({ kind, data }) => kind === 'ConfigMap' && data?.['TEST_MODE'] === 'true')) return [];
  const isOfSimulator = ({ spec }: Manifest): boolean =>
    Object.keys(spec?.podSelector?.matchLabels ?? {}).length > 0 && selects(spec?.podSelector ?? {}, SIMULATOR);
  const isCharging = ({ podSelector }: NetworkPeer): boolean => podSelector?.matchLabels?.[NAME] === 'charging';
  return manifests
    .filter((manifest) => manifest.kind === 'NetworkPolicy' && isOfSimulator(manifest))
    .flatMap(({ metadata, spec }) => spec?.ingress?.map((ingress) => ({ ...ingress, metadata })) ?? [])
    .filter(
      ({ from = [], ports = [] }) =>
        from.length === 0 ||
        !from.every(isCharging) ||
        ports.length === 0 ||
        !ports.every(({ port }) => port === RAILS_PORT),
    )
    .map(({ metadata }) => `NetworkPolicy/${metadata.name}: lets others than charging reach the rails of test mode`);
}

/** The faults of autoscalers: where services log in at Kafka, the autoscalers that read their lag must too. */
function loginFaults(manifests: readonly Manifest[]): string[] {
  if (!manifests.some(({ kind, data }) => kind === 'ConfigMap' && data?.['KAFKA_TLS'] === 'true')) return [];
  const logins = manifests.filter(({ kind }) => kind === 'TriggerAuthentication').map(({ metadata }) => metadata.name);
  const isLoggedIn = ({ authenticationRef, metadata }: Trigger): boolean =>
    logins.includes(authenticationRef?.name ?? '') && metadata['tls'] === 'enable' && metadata['sasl'] !== undefined;
  return manifests
    .filter(({ spec }) => spec?.triggers?.some((trigger) => trigger.type === 'kafka' && !isLoggedIn(trigger)) === true)
    .map(({ kind, metadata }) => `${kind}/${metadata.name}: reads Kafka without a login`);
}

const faultIf = (holds: boolean, fault: string): string[] => (holds ? [fault] : []);
