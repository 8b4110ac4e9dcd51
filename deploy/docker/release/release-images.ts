/**
 * Builds the images of a release, pushes them, signs each by its digest and attests its SBOM, which is /app/sbom.cdx.json in every image.
 * Prints the images for the overlay, by their digests.
 *
 *   node deploy/docker/release/release-images.ts --registry <registry> --version <version> [--dry-run]
 *
 * Needs Docker Engine with Compose, a login at the registry, and cosign, which takes its key from COSIGN_KEY or an identity of the CI.
 * `--dry-run` prints the commands.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { outputOf, run } from '../../trial/commands.ts';

/** Images by the service of docker-compose.yml that builds each. */
const IMAGES = {
  ...{ gateway: 'gateway', checkout: 'checkout', auth: 'auth', intents: 'intents', otp: 'otp', charging: 'charging' },
  ...{ webhooks: 'webhooks', 'rail-simulator': 'rail-simulator', secrets: 'tools' },
} as const;

const { values: options } = parseArgs({
  options: {
    registry: { type: 'string' },
    version: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const { registry, version } = options;
if (registry === undefined || version === undefined || version === 'latest') {
  process.stderr.write('usage: release-images.ts --registry <registry> --version <version, not latest> [--dry-run]\n');
  process.exitCode = 64;
} else await release(registry, version);

async function release(at: string, tag: string): Promise<void> {
  const references = Object.entries(IMAGES).map(([service, name]) => ({
    service,
    name: `paygate-${name}`,
    variable: `${name.toUpperCase().replaceAll('-', '_')}_IMAGE`,
    image: `${at}/paygate-${name}`,
  }));
  for (const { variable, image } of references) process.env[variable] = `${image}:${tag}`;
  process.env['VERSION'] = tag;
  process.env['REVISION'] = (await outputOf('git', ['rev-parse', 'HEAD'])).trim();
  const services = references.map(({ service }) => service);
  await execute('docker', 'compose', 'build', ...services);
  await execute('docker', 'compose', 'push', ...services);
  const images = [];
  for (const { name, image } of references) {
    const digest = await digestOf(image, tag);
    await sign(image, digest);
    images.push({ name, newName: image, digest });
  }
  console.log(stringify({ images }));
}

/** By the digest, since a tag can be moved to another image. */
async function sign(image: string, digest: string): Promise<void> {
  const reference = `${image}@${digest}`;
  const folder = mkdtempSync(join(tmpdir(), 'paygate-sbom-'));
  const sbom = join(folder, 'sbom.cdx.json');
  try {
    if (!options['dry-run'])
      writeFileSync(
        sbom,
        await outputOf('docker', [
          'run',
          '--rm',
          '--network=none',
          '--entrypoint=cat',
          reference,
          '/app/sbom.cdx.json',
        ]),
      );
    await execute('cosign', 'sign', '--yes', ...keyOf(), reference);
    await execute('cosign', 'attest', '--yes', ...keyOf(), '--type=cyclonedx', `--predicate=${sbom}`, reference);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function keyOf(): readonly string[] {
  const key = process.env['COSIGN_KEY'];
  return key === undefined ? [] : [`--key=${key}`];
}

/** The digest under which the registry has the image that was pushed. */
async function digestOf(image: string, tag: string): Promise<string> {
  if (options['dry-run']) return 'sha256:…';
  const list = await outputOf('docker', ['image', 'inspect', `${image}:${tag}`, '--format={{json .RepoDigests}}']);
  const found = (JSON.parse(list) as readonly string[]).find((digest) => digest.startsWith(`${image}@`));
  if (found === undefined) throw new Error(`${image}:${tag} has no digest of its registry`);
  return found.slice(image.length + 1);
}

async function execute(program: string, ...args: readonly string[]): Promise<void> {
  if (options['dry-run']) console.log([program, ...args].join(' '));
  else await run(program, args);
}
