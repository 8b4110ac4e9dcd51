import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/paths.ts';
import { readComposeFile } from './compose-file.ts';
import { importedBy } from './imported-packages.ts';

const sent = readFileSync(join(repositoryRoot, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

it('the build of images gets every file that the programs in them import', () => {
  const { services } = readComposeFile({ interpolated: true });
  const commands = Object.values(services).map(({ command: [program = ''] = [] }) => program);
  const programs = commands.filter((program) => /^(deploy|dist)\//.test(program));
  const { files } = importedBy(programs.map((program) => program.replace(/^dist\/(.*)\.js$/, '$1.ts')));
  expect(files.filter((path) => path.startsWith('deploy/')).length).toBeGreaterThan(20);
  expect(files.filter((path) => !sent.some((glob) => matchesGlob(path, glob) || path.startsWith(`${glob}/`)))).toEqual(
    [],
  );
});
