import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import type { Manifest } from './manifests.ts';
import { overlays, readOverlay } from './manifests.ts';

/** The types of custom resources, which were generated from their definitions: kind → module of the interface `I<kind>`. */
const MODELS: Readonly<Record<string, string>> = {
  ScaledObject: '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject',
  TriggerAuthentication: '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication',
  ExternalSecret: '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret',
  PodMonitor: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor',
  PrometheusRule: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule',
};
const CORE = ['', 'apps/v1', 'batch/v1', 'policy/v1', 'networking.k8s.io/v1', 'autoscaling/v2', 'v1'];

const custom = overlays.flatMap((overlay) => readOverlay(overlay).filter(({ kind }) => kind in MODELS));

/** The compiler's verdict on each object as a literal of its type: a field that does not exist is refused, at any depth. */
function faultsOf(objects: readonly Manifest[]): readonly (readonly string[])[] {
  const file = join(import.meta.dirname, 'custom-resources.generated.ts');
  const imports = Object.entries(MODELS).map(([kind, path]) => `import type { I${kind} } from '${path}';`);
  const literals = objects.map(
    (object, index) => `export const o${index}: I${object.kind} = ${JSON.stringify(object)};`,
  );
  const text = [...imports, ...literals].join('\n');
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ESNext },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  };
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (name) => name === file || disk.fileExists(name);
  host.readFile = (name) => (name === file ? text : disk.readFile(name));
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : disk.getSourceFile(name, version);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const found = program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => ({
    line: source?.getLineAndCharacterOfPosition(start).line ?? 0,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
  return objects.map((_, index) =>
    found.filter(({ line }) => line === imports.length + index).map(({ message }) => message),
  );
}

const broken: readonly (readonly [string, string, string, string])[] = [
  ['a field that does not exist', 'ScaledObject', '"cooldownPeriod"', '"coolDownPeriod"'],
  ['a field of another object', 'ScaledObject', '"minReplicaCount"', '"minReplicas"'],
  ['a number as text', 'ScaledObject', '"maxReplicaCount":6', '"maxReplicaCount":"6"'],
  ['a trigger with numbers', 'ScaledObject', '"lagThreshold":"200"', '"lagThreshold":200'],
  ['a target without a name', 'ScaledObject', /"scaleTargetRef":\{[^}]*\}/.source, '"scaleTargetRef":{}'],
  ['another version', 'ScaledObject', 'keda.sh/v1alpha1', 'keda.sh/v1'],
  [
    'a reference without a name',
    'ScaledObject',
    '"authenticationRef":{"name":"kafka-login"}',
    '"authenticationRef":{}',
  ],
  ['a secret without a key', 'TriggerAuthentication', /,"key":"KAFKA_USERNAME"|"key":"KAFKA_USERNAME",/.source, ''],
  ['a misspelt list', 'TriggerAuthentication', '"secretTargetRef"', '"secretTargetRefs"'],
  ['a misspelt store', 'ExternalSecret', '"secretStoreRef"', '"storeRef"'],
  ['a policy that does not exist', 'ExternalSecret', '"Owner"', '"Everyone"'],
  ['a misspelt endpoint', 'PodMonitor', '"podMetricsEndpoints"', '"endpoints"'],
  ['a misspelt expression', 'PrometheusRule', '"expr"', '"expression"'],
];

describe('custom resources', () => {
  let good: readonly (readonly string[])[];
  let bad: readonly (readonly string[])[];
  beforeAll(() => {
    const mutated = broken.map(([, kind, from, to]) => {
      const text = JSON.stringify(custom.find((object) => object.kind === kind));
      const changed = text.replace(new RegExp(from), to);
      expect(changed).not.toBe(text);
      return JSON.parse(changed) as Manifest;
    });
    const faults = faultsOf([...custom, ...mutated]);
    good = faults.slice(0, custom.length);
    bad = faults.slice(custom.length);
  });

  it('are all of a kind whose definition is known', () => {
    const unknown = overlays
      .flatMap((overlay) => readOverlay(overlay) as unknown as readonly { apiVersion: string; kind: string }[])
      .filter(({ apiVersion, kind }) => !CORE.includes(apiVersion) && !(kind in MODELS));
    expect(unknown).toEqual([]);
  });

  it('meet the definitions of KEDA, External Secrets and the Prometheus Operator', () => {
    expect(custom.length).toBeGreaterThan(0);
    expect(good.flat()).toEqual([]);
  });

  it.each(broken.map(([what], index) => ({ what, index })))('do not with $what', ({ index }) => {
    expect(bad[index]).not.toEqual([]);
  });
});
