import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { serviceNames } from '../docker/compose-file.ts';
import { repositoryRoot } from '../local/paths.ts';

interface File {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly profiles?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly configs?: readonly { readonly source: string }[];
      }
    >
  >;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
}

interface Prometheus {
  readonly scrape_configs: readonly { readonly dns_sd_configs: readonly { readonly names: readonly string[] }[] }[];
}

const { services, configs } = parse(readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8'), {
  merge: true,
}) as File;
const shown = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('observability'));

describe('the profile observability', () => {
  it('mounts files that exist, and every dashboard', () => {
    for (const { file } of Object.values(configs))
      expect([file, existsSync(join(repositoryRoot, file))]).toEqual([file, true]);
    const mounted = shown
      .flatMap(([, service]) => service.configs ?? [])
      .map(({ source }) => configs[source]?.file ?? source);
    expect(mounted.toSorted()).toEqual(
      Object.values(configs)
        .map(({ file }) => file)
        .sort(),
    );
    const dashboards = readdirSync(join(repositoryRoot, 'deploy/observability/dashboards'));
    expect(
      mounted
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.split('/').at(-1))
        .sort(),
    ).toEqual(dashboards.sort());
  });

  it('scrapes every service', () => {
    const path = join(repositoryRoot, 'deploy/observability/prometheus.yaml');
    const { scrape_configs: jobs } = parse(readFileSync(path, 'utf8')) as Prometheus;
    const scraped = jobs.flatMap((job) => job.dns_sd_configs.flatMap(({ names }) => names));
    const apps = serviceNames().filter((name) => name !== 'rail-simulator');
    expect(scraped.toSorted()).toEqual(apps.filter((name) => name in services).sort());
    // by default only the container itself reaches it
    for (const name of scraped) expect([name, services[name]?.environment?.['HEALTH_HOST']]).toEqual([name, '0.0.0.0']);
  });
});
