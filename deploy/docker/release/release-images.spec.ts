import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readOverlay, templateOf } from '../../k8s/manifests.ts';

const PROGRAM = join(import.meta.dirname, 'release-images.ts');
const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A program that records its command line, and the name of an image, and answers as the engine does. */
const RECORDER = `#!/bin/sh
echo "\${0##*/} $*" >> "$RECORD"
case "$1" in
  image) echo "[\\"\${3%:*}@${DIGEST}\\"]" ;;
  run) echo '{"bomFormat":"CycloneDX"}' ;;
  compose) echo "as $TOOLS_IMAGE" >> "$RECORD" ;;
esac
`;

/** Paygate's own. */
function imagesOfPods(): ReadonlySet<string> {
  const run = readOverlay('local').flatMap((manifest) => {
    const pod = templateOf(manifest)?.spec;
    return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ image }) => image.split(':')[0] ?? '');
  });
  return new Set(run.filter((image) => image.startsWith('paygate-')));
}

describe('a release of images', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'paygate-release-images-'));
    for (const program of ['docker', 'cosign']) {
      writeFileSync(join(folder, program), RECORDER);
      chmodSync(join(folder, program), 0o755);
    }
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const release = (...args: readonly string[]): { readonly output: string; readonly calls: readonly string[] } => {
    const record = join(folder, 'record');
    writeFileSync(record, '');
    const env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      RECORD: record,
      COSIGN_KEY: 'kms',
    };
    const output = execFileSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8' });
    return { output, calls: readFileSync(record, 'utf8').split('\n').filter(Boolean) };
  };

  it('builds and pushes every image that a pod runs, then signs each by its digest and attests its SBOM', () => {
    const { output, calls } = release('--registry', 'registry.example', '--version', '1.2.3');
    const { images } = parse(output.slice(output.indexOf('images:'))) as { images: readonly { name: string }[] };
    const composed = calls.filter((call) => call.startsWith('docker compose'));
    expect(composed).toEqual([
      expect.stringMatching(/^docker compose build gateway /),
      expect.stringMatching(/^docker compose push gateway /),
    ]);
    expect(calls).toContain('as registry.example/paygate-tools:1.2.3');
    for (const { name } of images) {
      const reference = `registry.example/${name}@${DIGEST}`;
      expect(calls.filter((call) => call.startsWith('cosign') && call.endsWith(` ${reference}`))).toEqual([
        `cosign sign --yes --key=kms ${reference}`,
        expect.stringMatching(/^cosign attest --yes --key=kms --type=cyclonedx --predicate=\S+ /),
      ]);
      expect(images).toContainEqual({ name, newName: `registry.example/${name}`, digest: DIGEST });
    }
    expect(new Set(images.map(({ name }) => name))).toEqual(imagesOfPods());
  });

  it('does nothing in a dry run', () => {
    const { output, calls } = release('--registry', 'registry.example', '--version', '1.2.3', '--dry-run');
    expect(calls).toEqual([]);
    expect(output).toContain('cosign attest --yes --key=kms --type=cyclonedx');
  });

  it.each([[[]], [['--registry', 'registry.example']], [['--registry', 'registry.example', '--version', 'latest']]])(
    'ends with 64 for %j',
    (args) => {
      expect(spawnSync(process.execPath, [PROGRAM, ...args]).status).toBe(64);
    },
  );
});
