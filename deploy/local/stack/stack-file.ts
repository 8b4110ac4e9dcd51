import { relative } from 'node:path';
import type { EngineUrls } from '../engines/engines.ts';
import { isRecord, readJson, writeJson } from '../files.ts';
import { repositoryRoot } from '../paths.ts';
import type { ProcessStatus } from '../process/supervisor.ts';
import type { MomoCredentials } from './rail-credentials.ts';

/** The part of stack.json that services and the demo contribute. */
export interface StackFragment {
  /** `ca` is an absolute path: scripts read this file from other folders, too */
  readonly gateway?: { readonly url: string; readonly ca: string };
  /** the hosted payment page; the link of a payment is the `checkoutUrl` of its intent */
  readonly checkout?: { readonly url: string };
  readonly inbox?: { readonly url: string };
  /** the simulated MTN MoMo and Orange Money, their control plane, the page on which payers approve, and what a client of MTN MoMo needs */
  readonly rails?: {
    readonly url: string;
    readonly control: string;
    readonly phone: string;
    readonly momo: MomoCredentials;
  };
  readonly merchant?: {
    readonly id: string;
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookReceiver: { readonly url: string };
    /** the member that signs in to the dashboard */
    readonly owner: { readonly memberId: string; readonly email: string; readonly password: string };
  };
  /** in the set-up of a production, where the demo merchant's keys are of live mode: its test keys, and users of test mode */
  readonly test?: {
    readonly merchant: Omit<NonNullable<StackFragment['merchant']>, 'owner'>;
    readonly users: NonNullable<StackFragment['users']>;
  };
  /** in the set-up of a production: the first persons of the installation's team, who prove what moves money */
  readonly staff?: readonly {
    readonly personId: string;
    readonly email: string;
    readonly password: string;
    readonly recoveryCodes: readonly string[];
  }[];
  /** where the owner of the demo merchant signs in */
  readonly dashboard?: { readonly url: string; readonly email: string; readonly password: string };
  /** where an endpoint of a developer may listen: deliveries to this address are allowed */
  readonly ownEndpoint?: { readonly url: string };
  /** addresses of the services' databases under a role that may only read */
  readonly auditor?: { readonly databases: Readonly<Record<string, string>> };
  readonly users?: readonly {
    readonly id: string;
    readonly phoneNumber: string;
    readonly password: string;
    readonly walletBalance: string;
  }[];
}

/** The facts of stack.json about one process of a service, besides its name and pid. */
export interface ServiceFacts {
  readonly service: string;
  readonly healthUrl: string;
  readonly url?: string;
}

export interface StackFileParts {
  readonly engines: EngineUrls;
  readonly fragment: StackFragment;
  readonly processes: readonly ProcessStatus[];
  readonly services: ReadonlyMap<string, ServiceFacts>;
}

export function writeStackFile(path: string, parts: StackFileParts): void {
  const ofRole = (role: string): readonly ProcessStatus[] => parts.processes.filter((found) => found.role === role);
  writeJson(path, {
    ...parts.fragment,
    services: ofRole('service').map(({ name, pid }) => ({ name, pid, ...parts.services.get(name) })),
    engines: ofRole('engine').map(({ name, pid }) => ({ name, pid })),
    postgres: parts.engines.postgres,
    redis: parts.engines.redis,
    kafka: parts.engines.kafka.split(','),
    ...(parts.engines.ca === undefined ? {} : { engineAuthority: parts.engines.ca }),
  });
}

interface RunningProcess {
  readonly name: string;
  readonly role: string;
  /** The service that it is an instance of; engines have none. */
  readonly service?: string;
  readonly healthUrl?: string;
}

export interface RunningStack {
  readonly gatewayUrl: string | undefined;
  /** what a person opens, by name; none for what the stack does not have */
  readonly addresses: readonly (readonly [name: string, url: string])[];
  /** all processes of the stack, running or not */
  readonly processes: readonly RunningProcess[];
}

/** Returns undefined until the stack is up. */
export function readStackFile(path: string): RunningStack | undefined {
  const stored = readJson(path);
  if (!isRecord(stored)) return undefined;
  const list = (key: string): Record<string, unknown>[] => {
    const value = stored[key];
    return Array.isArray(value) ? value.filter(isRecord) : [];
  };
  const services = list('services').map(({ name, service, healthUrl }) => ({
    name: String(name),
    role: 'service',
    service: String(service),
    healthUrl: String(healthUrl),
  }));
  const engines = list('engines').map(({ name }) => ({ name: String(name), role: 'engine' }));
  const gateway = stored['gateway'];
  return {
    processes: [...services, ...engines],
    gatewayUrl: isRecord(gateway) ? String(gateway['url']) : undefined,
    addresses: addressesIn(stored),
  };
}

/** The docs are the gateway's. */
function addressesIn(stored: Record<string, unknown>): RunningStack['addresses'] {
  const at = (part: string, field = 'url'): string | undefined => {
    const found = stored[part];
    return isRecord(found) && typeof found[field] === 'string' ? found[field] : undefined;
  };
  const [gateway, checkout] = [at('gateway'), at('checkout')];
  const known = [
    ['gateway', gateway],
    ['docs', gateway === undefined ? undefined : docsAt(gateway)],
    ['dashboard', at('dashboard')],
    ['test inbox', at('inbox')],
    ["payers' phones", at('rails', 'phone')],
    ['wallet pages', checkout === undefined ? undefined : walletAt(checkout)],
  ] as const;
  return known.flatMap(([name, url]) => (url === undefined ? [] : [[name, url] as const]));
}

/** The docs that a gateway serves in test mode. */
export function docsAt(gatewayUrl: string): string {
  return `${gatewayUrl}/docs`;
}

/** The pages of wallets that the payment page serves. */
export function walletAt(checkoutUrl: string): string {
  return `${checkoutUrl}/wallet`;
}

/** The path relative to the repository, as a person would type it, or the whole path when it is elsewhere. */
export function asShown(path: string): string {
  const short = relative(repositoryRoot, path);
  return short.startsWith('..') ? path : short;
}
