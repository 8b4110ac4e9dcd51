import { isAbsolute, join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** Everything that one stack keeps on disk. Stacks with different roots run side by side. */
export interface StackPaths {
  readonly root: string;
  readonly data: string;
  readonly logs: string;
  readonly tls: string;
  readonly reports: string;
  /** Node's compile cache, so that the next start need not compile */
  readonly compileCache: string;
  /** a file with a process's name in this folder keeps the supervisor from restarting that process */
  readonly hold: string;
  readonly stackFile: string;
  readonly lockFile: string;
  readonly processFile: string;
  readonly portsFile: string;
  readonly secretsFile: string;
  /** what the demo keeps between starts */
  readonly demoFile: string;
  /** whose payment the demo last completed */
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

/** The root of a command: PAYGATE_STACK_ROOT when it is set, else `.local/<name>` of this clone. */
export function stackRoot(name: string, given = process.env['PAYGATE_STACK_ROOT']): string {
  if (given === undefined || given === '') return join(repositoryRoot, '.local', name);
  return isAbsolute(given) ? given : join(repositoryRoot, given);
}

/** The root of a test run: a folder in the root of `npm start`, so that both can run at once. */
export function testRoot(given = process.env['PAYGATE_STACK_ROOT']): string {
  return join(stackRoot('', given), 'test');
}

/** The root of the stack with the settings of a production in a test run. */
export function productionTestRoot(given = process.env['PAYGATE_STACK_ROOT']): string {
  return join(stackRoot('', given), 'test-production');
}
