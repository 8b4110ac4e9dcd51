import { isAbsolute, join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** Everything that one stack keeps on disk; stacks differ only in their root, so that they run side by side. */
export interface StackPaths {
  readonly root: string;
  readonly data: string;
  readonly logs: string;
  readonly tls: string;
  readonly reports: string;
  /** what Node keeps of programs it has compiled, so that the next start need not */
  readonly compileCache: string;
  /** a file of a process's name in here keeps the supervisor from starting that process again */
  readonly hold: string;
  readonly stackFile: string;
  readonly lockFile: string;
  readonly processFile: string;
  readonly portsFile: string;
  readonly secretsFile: string;
  /** what the demo keeps from one start to the next */
  readonly demoFile: string;
  /** whose payment was the last that the demo has seen to its end */
  readonly paidFile: string;
}

export function stackPaths(root: string): StackPaths {
  return {
    root,
    data: join(root, 'data'),
    logs: join(root, 'logs'),
    tls: join(root, 'tls'),
    reports: join(root, 'reports'),
    compileCache: join(root, 'compile-cache'),
    hold: join(root, 'hold'),
    stackFile: join(root, 'stack.json'),
    lockFile: join(root, 'lock.json'),
    processFile: join(root, 'processes.json'),
    portsFile: join(root, 'ports.json'),
    secretsFile: join(root, 'secrets.json'),
    demoFile: join(root, 'demo.json'),
    paidFile: join(root, 'paid.json'),
  };
}

/** The root of a command: PAYGATE_STACK_ROOT where it is given, else `.local/<name>` of this clone. */
export function stackRoot(name: string, given = process.env['PAYGATE_STACK_ROOT']): string {
  if (given === undefined || given === '') return join(repositoryRoot, '.local', name);
  return isAbsolute(given) ? given : join(repositoryRoot, given);
}

/** The root of a test run: a folder in that of `npm start`, so that tests run beside it. */
export function testRoot(given = process.env['PAYGATE_STACK_ROOT']): string {
  return join(stackRoot('', given), 'test');
}
