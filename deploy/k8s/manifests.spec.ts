import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConfigClass } from '@paygate/platform';
import { ConfigurationError, fieldsOf, loadConfig, ProcessConfig, ReloadingSecret, Secret } from '@paygate/platform';
import { writeSecrets } from '../docker/secrets.ts';
import { repositoryRoot } from '../local/paths.ts';
import { topology } from '../topology.ts';
import { jobName } from './jobs/job-names.ts';
import type { Manifest } from './manifests.ts';
import { manifestsIn, overlays, readOverlay, secretsOf, selects, templateOf } from './manifests.ts';
import { mutants, mutate } from './mutants.ts';
import { faultsOf } from './rules.ts';
import { secretsFrom } from './secrets.ts';

/** Another project, which the specs of this one do not depend on when they are type-checked. */
const GUARD = 'apps/webhooks/src/egress/address-guard.ts';
const production = readOverlay('production');

const named = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

/** The settings of all services; Kustomize adds a hash to the name. */
const settingsOf = (manifests: readonly Manifest[]): Manifest | undefined =>
  manifests.find(({ kind, data }) => kind === 'ConfigMap' && data?.['TOPIC_PREFIX'] !== undefined);

describe('every overlay', () => {
  it.each(overlays)('%s keeps the rules', (overlay) => {
    expect(faultsOf(readOverlay(overlay))).toEqual([]);
  });

  it.each(overlays)('%s runs under Pod Security `restricted`', (overlay) => {
    const [namespace] = readOverlay(overlay).filter(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  it('has the simulator and test mode in local and staging, and not in production', () => {
    for (const overlay of overlays) {
      const manifests = readOverlay(overlay);
      const isTest = overlay !== 'production';
      expect(manifests.some(({ metadata }) => metadata.name === 'rail-simulator')).toBe(isTest);
      const settings = settingsOf(manifests);
      expect(settings?.data?.['TEST_MODE']).toBe(isTest ? 'true' : undefined);
    }
  });
});

describe.each(['staging', 'production'] as const)('the autoscaler of webhooks in %s', (overlay) => {
  it('goes by the oldest delivery that waits in the namespace', () => {
    const manifests = readOverlay(overlay);
    const [namespace] = manifests.filter(({ kind }) => kind === 'Namespace');
    const trigger = named(manifests, 'ScaledObject', 'webhooks').spec?.triggers?.find(
      ({ type }) => type === 'prometheus',
    );
    expect(trigger?.metadata['query']).toBe(
      `max(paygate_webhook_oldest_due_seconds{namespace="${namespace?.metadata.name ?? ''}"})`,
    );
  });
});

describe('the autoscalers without KEDA', () => {
  const components = join(import.meta.dirname, 'components');
  const scaledBy = (path: string): ReadonlyMap<string, readonly unknown[]> =>
    new Map(
      manifestsIn(readFileSync(join(components, path), 'utf8')).map(({ spec = {} }) => [
        spec.scaleTargetRef?.name ?? '',
        [spec.minReplicas ?? spec.minReplicaCount, spec.maxReplicas ?? spec.maxReplicaCount],
      ]),
    );

  it('scale each service that KEDA would, between the same numbers of replicas', () => {
    expect(scaledBy('autoscaling-cpu/services.yaml')).toEqual(scaledBy('autoscaling/kafka-lag.yaml'));
    expect(faultsOf(manifestsIn(readFileSync(join(components, 'autoscaling-cpu/services.yaml'), 'utf8')))).toEqual([]);
  });
});

describe('the rules refuse', () => {
  it.each(mutants.flatMap((mutant) => (mutant.fault === undefined ? [] : [{ ...mutant, fault: mutant.fault }])))(
    '$what',
    ({ fault, ...mutant }) => {
      expect(faultsOf(mutate(production, mutant).manifests).join('\n')).toContain(fault);
    },
  );

  it('or the API server refuses, which deploy/k8s/admit.ts asks, every mutant', () => {
    const passing = mutants.filter(({ fault, refusal }) => fault === undefined && refusal === undefined);
    expect(passing).toEqual([]);
    for (const mutant of mutants) expect(mutate(production, mutant).changed).toBeDefined();
  });

  it('a service without a disruption budget', () => {
    const without = production.filter(
      ({ kind, metadata }) => kind !== 'PodDisruptionBudget' || metadata.name !== 'otp',
    );
    expect(faultsOf(without)).toEqual(['Deployment/otp: has no disruption budget']);
  });

  it('more connections than PostgreSQL is asked for', () => {
    const sixth = (kind: string): Manifest =>
      JSON.parse(
        JSON.stringify(named(production, kind, 'otp')).replaceAll(/\b(paygate-)?otp"/g, '$1refunds"'),
      ) as Manifest;
    const more = [...production, ...['Deployment', 'ScaledObject', 'PodDisruptionBudget'].map(sixth)];
    expect(faultsOf(more)).toEqual(['services may open 360 connections, not 300']);
  });
});

describe('the rails of test mode in a production', () => {
  const text = readFileSync(join(import.meta.dirname, 'components/test-rails/rail-simulator.yaml'), 'utf8');
  const faultsWith = (component: string): readonly string[] =>
    faultsOf([...production, ...manifestsIn(component).filter(({ kind }) => kind === 'NetworkPolicy')]);

  it('are reached by charging, and by nothing else', () => {
    expect(faultsWith(text)).toEqual([]);
  });

  const charging = '{ podSelector: { matchLabels: { app.kubernetes.io/name: charging';
  it.each([
    ['another service', charging, charging.replace('charging', 'gateway')],
    ['every pod', `${charging}, app.kubernetes.io/component: service } } }`, '{ podSelector: {} }'],
    ['its inbox', 'port: 8026', 'port: 8025'],
  ])('are not opened to %s', (_, from, to) => {
    const [last = ''] = text.split('---').slice(-1);
    expect(last).toContain(from);
    expect(faultsWith(last.replace(from, to)).join()).toContain('others than charging');
  });
});

describe('network policies', () => {
  const policies = production.filter(({ kind }) => kind === 'NetworkPolicy');
  const workloads = production.filter((manifest) => templateOf(manifest) !== undefined);

  it('deny what no other policy allows', () => {
    expect(named(production, 'NetworkPolicy', 'default-deny').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.each(workloads.map(({ metadata: { name } }) => name))(
    'give %s the connections of the topology, and no other',
    (name) => {
      const workload = workloads.find(({ metadata }) => metadata.name === name);
      const labels = (workload && templateOf(workload))?.metadata.labels ?? {};
      const process = jobName(name);
      const role = process.endsWith('-migrate') ? 'migrations' : process;
      const applied = policies
        .filter(({ spec }) => selects(spec?.podSelector ?? {}, labels))
        .map(({ metadata }) => metadata.name);
      const opened = applied.filter((policy) => policy.startsWith('to-')).map((policy) => policy.slice('to-'.length));
      expect(opened.toSorted()).toEqual(topology[role]?.opens?.toSorted());
      const accepted = { clients: 'clients-to-gateway', gateway: 'gateway-to-checkout' } as const;
      for (const [from, policy] of Object.entries(accepted))
        expect([policy, applied.includes(policy)]).toEqual([
          policy,
          topology[role]?.acceptsFrom?.includes(from) === true,
        ]);
    },
  );

  it('let out to exactly the addresses that the guard of deliveries takes for public', async () => {
    const guard = (await import(join(repositoryRoot, GUARD))) as {
      readonly isPublicAddress: (address: string) => boolean;
    };
    const blocks = named(production, 'NetworkPolicy', 'to-internet').spec?.egress?.flatMap(({ to = [] }) => to) ?? [];
    const allowed = new BlockList();
    const excepted = new BlockList();
    const add = (list: BlockList, network: string): void => {
      const [address = '', prefix] = network.split('/');
      list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
    };
    for (const { ipBlock } of blocks) {
      add(allowed, ipBlock?.cidr ?? '');
      for (const network of ipBlock?.except ?? []) add(excepted, network);
    }
    const isOpen = (address: string): boolean => {
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      return allowed.check(address, family) && !excepted.check(address, family);
    };
    // every /16 of IPv4 and the /24s beside the documentation networks, every /16 of IPv6
    const four = Array.from({ length: 65_536 }, (_, high) => `${high >> 8}.${high & 255}.1.1`);
    const near = [0, 2, 99, 100, 113, 114].flatMap((third) => [
      `192.0.${third}.1`,
      `192.88.${third}.1`,
      `198.51.${third}.1`,
      `203.0.${third}.1`,
    ]);
    const six = Array.from({ length: 65_536 }, (_, high) => `${high.toString(16)}:db8::1`);
    for (const address of [...four, ...near, ...six, '2001:1ff::1', '2001:200::1', '3fff:fff::1', '3fff:1000::1'])
      expect([address, isOpen(address)]).toEqual([address, guard.isPublicAddress(address)]);
  });
});

describe('configuration', () => {
  let base: string;
  let folder: string;
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'paygate-k8s-'));
    folder = join(base, 'secrets');
    await writeSecrets(folder);
  });
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  const local = readOverlay('local');

  it('has a Secret for each that a pod of the local overlay mounts', () => {
    const text = JSON.stringify(local.map((manifest) => templateOf(manifest)?.spec.volumes));
    const mounted = [...text.matchAll(/"(?:secretName|name)":"(paygate-[a-z-]+)"/g)].map(([, name = '']) => name);
    const made = (secretsFrom(folder) as Manifest[]).map(({ metadata }) => metadata.name);
    expect(mounted).toContain('paygate-gateway-tls');
    expect([...new Set(mounted)].filter((name) => !made.includes(name))).toEqual([]);
  });

  const services = local.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);

  it.each(services)('%s gets every variable that it requires and none that it does not know', async (name) => {
    const { environment } = mounted(name);
    const config = loadConfig(await configClassOf(name), environment);
    const own = named(local, 'Deployment', name).spec?.template?.spec.containers[0]?.env ?? [];
    const given = own.map((variable) => variable.name.replace(/_FILE$/, ''));
    expect(given.filter((variable) => variable !== 'CONFIGURATION_FOLDER' && !(variable in config))).toEqual([]);
  });

  it.each(services)('%s reads whatever its Secret has of its secret variables', async (name) => {
    const type = await configClassOf(name);
    const { environment, folder: secrets } = mounted(name);
    const unread = fieldsOf(type)
      .filter(({ type: declared }) => declared === Secret || declared === ReloadingSecret)
      .filter(({ name: variable }) => {
        const path = join(secrets, variable);
        const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
        writeFileSync(path, 'canary');
        const isRead = valueOf(variable, type, environment).includes('canary');
        if (before === undefined) rmSync(path);
        else writeFileSync(path, before);
        return !isRead;
      });
    expect(unread.map(({ name: variable }) => variable)).toEqual([]);
  });

  /** The environment of a service of the local overlay, and the folder with the files of its Secrets as its pod mounts them. */
  function mounted(name: string): { readonly environment: Record<string, string>; readonly folder: string } {
    const pod = named(local, 'Deployment', name).spec?.template?.spec;
    const path = mkdtempSync(join(base, 'mount-'));
    for (const { name: key = '', secretName = key, items } of (pod?.volumes ?? []).flatMap(secretsOf)) {
      const data = secretNamed(secretName);
      const files = items ?? Object.keys(data).map((entry) => ({ key: entry, path: entry }));
      for (const file of files) writeFileSync(join(path, file.path), Buffer.from(data[file.key] ?? '', 'base64'));
    }
    const settings = settingsOf(local)?.data ?? {};
    const own = Object.fromEntries((pod?.containers[0]?.env ?? []).map((one) => [one.name, one.value ?? '']));
    const environment = Object.entries({ ...settings, ...own }).map(([key, value]) => [
      key,
      value.replace('/run/paygate', path),
    ]);
    return { environment: Object.fromEntries(environment) as Record<string, string>, folder: path };
  }

  function secretNamed(name: string): Readonly<Record<string, string>> {
    return (secretsFrom(folder) as Manifest[]).find(({ metadata }) => metadata.name === name)?.data ?? {};
  }
});

async function configClassOf(app: string): Promise<ConfigClass<ProcessConfig>> {
  const exported = (await import(`../../apps/${app}/src/config.ts`)) as Record<string, unknown>;
  return Object.values(exported).find(
    (value) => typeof value === 'function' && value.prototype instanceof ProcessConfig,
  ) as ConfigClass<ProcessConfig>;
}

/** The value of a secret variable, or `canary` when a fault of the configuration names it. */
function valueOf(variable: string, type: ConfigClass<ProcessConfig>, environment: Record<string, string>): string {
  try {
    const value = (loadConfig(type, environment) as unknown as Readonly<Record<string, unknown>>)[variable];
    return value instanceof Secret ? value.reveal() : '';
  } catch (error) {
    return error instanceof ConfigurationError && error.faults.join().includes(variable) ? 'canary' : String(error);
  }
}
