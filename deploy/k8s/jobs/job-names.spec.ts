import { describe, expect, it } from '@jest/globals';
import { jobName, withNamedJobs } from './job-names.ts';
import type { Manifest } from '../manifests.ts';
import { overlays, readOverlay } from '../manifests.ts';

const jobsOf = (manifests: readonly Manifest[]): readonly Manifest[] => manifests.filter(({ kind }) => kind === 'Job');
const namesOf = (manifests: readonly Manifest[]): readonly string[] =>
  jobsOf(manifests).map(({ metadata }) => metadata.name);
const changed = (manifests: readonly Manifest[], from: string, to: string): Manifest[] =>
  JSON.parse(JSON.stringify(manifests).replaceAll(from, to)) as Manifest[];

describe('the names of the Jobs of a version', () => {
  it.each(overlays)('have a hash in the rendered overlay %s, which is that of their contents', (overlay) => {
    const manifests = readOverlay(overlay);
    expect(namesOf(manifests).length).toBeGreaterThan(5);
    for (const name of namesOf(manifests)) expect(name).toMatch(/^[a-z-]+-[0-9a-f]{10}$/);
    expect(withNamedJobs(manifests)).toEqual(manifests);
  });

  it('change with the image, and with the settings that a Job reads', () => {
    const manifests = readOverlay('production');
    const newer = withNamedJobs(changed(manifests, ':0.0.0"', ':0.0.1"'));
    const names = namesOf(manifests);
    expect(namesOf(newer).filter((name) => names.includes(name))).toEqual([]);
    expect(namesOf(newer).map(jobName)).toEqual(names.map(jobName));
    const settings = manifests.find(({ data }) => data?.['TOPIC_PREFIX'] !== undefined)?.metadata.name ?? '';
    const other = withNamedJobs(changed(manifests, settings, 'paygate-other'));
    const topics = (all: readonly string[]): string | undefined => all.find((name) => name.startsWith('topics-'));
    expect(topics(namesOf(other))).not.toBe(topics(names));
  });

  it('of other Jobs and of other objects stay', () => {
    const manifests = readOverlay('local').map((manifest) =>
      manifest.kind === 'Job' ? { ...manifest, metadata: { ...manifest.metadata, labels: {} } } : manifest,
    );
    expect(withNamedJobs(manifests)).toEqual(manifests);
  });
});
