import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../local/paths.ts';

type Condition = 'service_healthy' | 'service_completed_successfully';

/** The parts of a service in docker-compose.yml that the specs check. */
export interface ComposeService {
  readonly image: string;
  readonly restart: string;
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: Readonly<Record<string, unknown>> & { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** The apps that are processes: the dashboard is files of the gateway, and e2e is suites. */
export function serviceNames(): readonly string[] {
  const apps = join(repositoryRoot, 'apps');
  return readdirSync(apps).filter((name) => existsSync(join(apps, name, 'src/main.ts')));
}

/** Reads docker-compose.yml. `interpolated`: whether variables are replaced by their defaults. */
export function readComposeFile({ interpolated }: { readonly interpolated: boolean }): ComposeFile {
  const text = readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8');
  return parse(interpolated ? withDefaults(text) : text, { merge: true }) as ComposeFile;
}

function withDefaults(text: string): string {
  return text.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');
}
