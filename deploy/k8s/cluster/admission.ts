import { stringify } from 'yaml';
import { outputOf, tryCommand, until } from '../../trial/commands.ts';
import type { Manifest } from '../manifests.ts';
import { templateOf } from '../manifests.ts';

const ACCOUNT_SECONDS = 30;

interface Answer {
  /** Objects that were asked for, without those of `untried`. */
  readonly objects: number;
  readonly pods: number;
  /** Kinds that the cluster does not know. */
  readonly untried: readonly string[];
  readonly refusals: readonly string[];
}

/** Asks an API server whether it admits objects: server-side apply as a dry run, in which an unknown field or a warning is a refusal. */
export class Admission {
  readonly #namespace: string;
  readonly #known: ReadonlySet<string>;

  private constructor(namespace: string, known: ReadonlySet<string>) {
    this.#namespace = namespace;
    this.#known = known;
  }

  /** Creates the namespace as the manifests have it, and their service accounts: without them no pod of theirs is admitted. */
  static async in(namespace: string, manifests: readonly Manifest[]): Promise<Admission> {
    const known = await knownKinds();
    const found = manifests.find(({ kind }) => kind === 'Namespace');
    const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount');
    const created = { ...found, metadata: { ...found?.metadata, name: namespace } } as Manifest;
    for (const objects of [[created], accounts.map((account) => movedTo(namespace, account))]) {
      const { output, code } = await apply(objects, []);
      if (code !== 0) throw new Error(output);
    }
    await until('the service account of the namespace', ACCOUNT_SECONDS, () =>
      outputOf('kubectl', ['--namespace', namespace, 'get', 'serviceaccount', 'default']),
    );
    return new Admission(namespace, known);
  }

  /** Asks for the objects and for one pod of each workload, since Pod Security refuses pods and not what creates them. */
  async askFor(manifests: readonly Manifest[]): Promise<Answer> {
    const isKnown = ({ apiVersion, kind }: Manifest): boolean => this.#known.has(`${apiVersion}/${kind}`);
    const objects = manifests.filter(isKnown).map((manifest) => movedTo(this.#namespace, manifest));
    const pods = objects.flatMap((manifest) => podOf(manifest) ?? []);
    const untried = new Set(manifests.filter((manifest) => !isKnown(manifest)).map(({ kind }) => kind));
    const asked = objects.length === 0 ? undefined : await apply([...objects, ...pods], ['--dry-run=server']);
    const refusals = asked?.code === 0 ? [] : (asked?.output ?? '').split('\n').filter(isRefusal);
    return { objects: objects.length, pods: pods.length, untried: [...untried], refusals };
  }
}

function apply(objects: readonly object[], more: readonly string[]): Promise<{ output: string; code: number }> {
  const options = [
    '--server-side',
    '--force-conflicts',
    '--validate=strict',
    '--warnings-as-errors',
    '--filename',
    '-',
  ];
  const text = objects.map((object) => stringify(object, { aliasDuplicateObjects: false })).join('---\n');
  return tryCommand('kubectl', ['apply', ...options, ...more], text);
}

/** The others are of objects that were admitted. */
function isRefusal(line: string): boolean {
  return line.trim() !== '' && !line.includes('serverside-applied');
}

function movedTo(namespace: string, manifest: Manifest): Manifest {
  if (manifest.kind === 'Namespace') return manifest;
  return { ...manifest, metadata: { ...manifest.metadata, namespace } } as Manifest;
}

/** A pod as the controller of a workload would create it. */
function podOf(manifest: Manifest): object | undefined {
  const template = templateOf(manifest);
  if (template === undefined) return undefined;
  const { kind, metadata } = manifest;
  const { labels } = template.metadata;
  const { namespace } = metadata as { readonly namespace?: string };
  const name = `${kind}-${metadata.name}`.toLowerCase();
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels }, spec: template.spec };
}

/** `apiVersion/kind` of all that the API server serves. */
async function knownKinds(): Promise<ReadonlySet<string>> {
  const versions = (await outputOf('kubectl', ['api-versions'])).split('\n').filter(Boolean);
  const lists = versions.map(async (version) => {
    const path = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
    const { resources } = JSON.parse(await outputOf('kubectl', ['get', '--raw', path])) as {
      readonly resources: readonly { readonly kind: string }[];
    };
    return resources.map(({ kind }) => `${version}/${kind}`);
  });
  return new Set((await Promise.all(lists)).flat());
}
