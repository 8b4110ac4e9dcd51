import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A line of a file, and a broken version of it. */
export interface Edit {
  readonly file: string;
  readonly line: string;
  readonly broken: string;
}

const FOLDERS = ['apps', 'libs', 'tools', 'deploy', 'docs'];

/** A copy of the tree that may be changed. */
export class ScratchCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'paygate-mutants-'));

  constructor() {
    const original = resolve(import.meta.dirname, '../..');
    // every file at the top: a build reads licence and configurations
    const files = execFileSync('git', ['ls-files', ':(glob)*'], { cwd: original, encoding: 'utf8' }).trim().split('\n');
    for (const entry of [...FOLDERS, ...files])
      cpSync(join(original, entry), join(this.root, entry), { recursive: true });
    symlinkSync(join(original, 'node_modules'), join(this.root, 'node_modules'));
    execFileSync('git', ['init', '-q'], { cwd: this.root });
  }

  /** True when the line occurs exactly once in its file. */
  isUnique({ file, line }: Edit): boolean {
    return readFileSync(join(this.root, file), 'utf8').split(line).length === 2;
  }

  /** Runs `work` on the changed tree, and restores the files. */
  broken<Result>(edits: readonly Edit[], work: () => Result): Result {
    const originals = new Map(edits.map(({ file }) => [file, readFileSync(join(this.root, file), 'utf8')]));
    try {
      for (const { file, line, broken } of edits) {
        const path = join(this.root, file);
        const source = readFileSync(path, 'utf8').replace(line, () => broken);
        writeFileSync(path, source);
      }
      return work();
    } finally {
      for (const [file, source] of originals) writeFileSync(join(this.root, file), source);
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
