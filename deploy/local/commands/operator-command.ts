import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operatorLine } from '../../operator-line.ts';
import { StackError } from '../errors.ts';
import { isRecord, readJson } from '../files.ts';
import type { StackPaths } from '../paths.ts';
import { repositoryRoot } from '../paths.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { BusContext } from '../stack/service-environment.ts';
import { commonEnvironment } from '../stack/service-environment.ts';

/** An operator's command to the stack that runs here, with that stack's keys; gives its exit code. */
export async function operatorCommand(paths: StackPaths, args: readonly string[]): Promise<number> {
  const engines = enginesOf(paths);
  const [program = '', ...words] = operatorLine(args);
  const tool = join(repositoryRoot, program);
  if (engines === undefined || !existsSync(tool))
    throw new StackError(
      'no stack is up: run npm start, or set PAYGATE_STACK_ROOT to the folder of a stack that is up',
    );
  const context = { engines, secrets: new Secrets(paths.secretsFile) };
  const child = spawn(process.execPath, ['--enable-source-maps', tool, ...words], {
    // a file on the command line, or `-`, is of who typed it
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    stdio: 'inherit',
    env: {
      ...process.env,
      ...commonEnvironment(context, 'operator'),
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function enginesOf({ stackFile }: StackPaths): BusContext['engines'] | undefined {
  const stack = readJson(stackFile);
  if (!isRecord(stack) || !Array.isArray(stack['kafka'])) return undefined;
  const { engineAuthority: ca } = stack;
  return { kafka: stack['kafka'].join(','), ...(typeof ca === 'string' ? { ca } : {}) };
}
