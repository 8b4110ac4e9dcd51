import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConfigClass } from '@paygate/platform';
import { loadConfig, ProcessConfig } from '@paygate/platform';
import { writeSecrets } from '../docker/secrets.ts';
import { repositoryRoot } from '../local/paths.ts';
import { topology } from '../topology.ts';
import type { Manifest } from './manifests.ts';
import { overlays, readOverlay, selects } from './manifests.ts';
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
      const [settings] = manifests.filter(({ kind }) => kind === 'ConfigMap');
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
      JSON.parse(JSON.stringify(named(production, kind, 'otp')).replaceAll('"otp"', '"refunds"')) as Manifest;
    const more = [...production, ...['Deployment', 'ScaledObject', 'PodDisruptionBudget'].map(sixth)];
    expect(faultsOf(more)).toEqual(['services may open 360 connections, not 300']);
  });
});

describe('network policies', () => {
  const policies = production.filter(({ kind }) => kind === 'NetworkPolicy');
  const workloads = production.filter(({ spec }) => spec?.template !== undefined);

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
      const labels = workload?.spec?.template?.metadata.labels ?? {};
      const role = name.endsWith('-migrate') ? 'migrations' : name;
      const applied = policies
        .filter(({ spec }) => selects(spec?.podSelector ?? {}, labels))
        .map(({ metadata }) => metadata.name);
      const opened = applied.filter((policy) => policy.startsWith('to-')).map((policy) => policy.slice('to-'.length));
      expect(opened.toSorted()).toEqual(topology[role]?.opens?.toSorted());
      expect(applied.includes('clients-to-gateway')).toBe(topology[role]?.acceptsFrom !== undefined);
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
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paygate-k8s-'));
    await writeSecrets(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const local = readOverlay('local');

  it('has a Secret for each that a pod of the local overlay mounts', () => {
    const text = JSON.stringify(local.map(({ spec }) => spec?.template?.spec.volumes));
    const mounted = [...text.matchAll(/"(?:secretName|name)":"(paygate-[a-z-]+)"/g)].map(([, name = '']) => name);
    const made = (secretsFrom(folder) as Manifest[]).map(({ metadata }) => metadata.name);
    expect(mounted).toContain('paygate-gateway-tls');
    expect([...new Set(mounted)].filter((name) => !made.includes(name))).toEqual([]);
  });

  it('gives the demo every secret of the operator', () => {
    const demo = readFileSync(join(import.meta.dirname, 'demo.yaml'), 'utf8');
    const settings = Object.keys(local.find(({ kind }) => kind === 'ConfigMap')?.data ?? {});
    const given = [...settings, ...[...demo.matchAll(/name: ([A-Z_]+)/g)].map(([, name = '']) => name)];
    const secrets = readdirSync(join(folder, 'operator')).filter((file) => !file.endsWith('.pem'));
    expect(secrets.filter((name) => !given.includes(`${name}_FILE`))).toEqual([]);
  });

  const services = local.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);

  it.each(services)('%s gets every variable that it requires and none that it does not know', async (name) => {
    const container = named(local, 'Deployment', name).spec?.template?.spec.containers[0];
    const settings = local.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const own = Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable.value ?? '']));
    const environment = Object.fromEntries(
      Object.entries({ ...settings, ...own }).map(([key, value]) => [
        key,
        // a secret of the type kubernetes.io/tls names its files differently
        value
          .replace('/run/paygate/tls/tls.crt', '/run/paygate/cert.pem')
          .replace('/run/paygate/tls/tls.key', '/run/paygate/key.pem')
          .replace('/run/paygate', join(folder, name)),
      ]),
    );
    const exported = (await import(`../../apps/${name}/src/config.ts`)) as Record<string, unknown>;
    const type = Object.values(exported).find(
      (value) => typeof value === 'function' && value.prototype instanceof ProcessConfig,
    ) as ConfigClass<ProcessConfig>;
    const config = loadConfig(type, environment);
    const given = Object.keys(own).map((variable) => variable.replace(/_FILE$/, ''));
    expect(given.filter((variable) => !(variable in config))).toEqual([]);
  });
});
