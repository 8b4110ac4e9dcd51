import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEngines } from '../engines/engines.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StoppingError } from '../errors.ts';
import { writeAtomically } from '../files.ts';
import { stackPaths, stackRoot } from '../paths.ts';
import { print } from '../progress.ts';
import { engineContext, openSession } from '../stack/session.ts';

/** The variables in which specs find the engines. */
export function testEnvironment(urls: EngineUrls): Record<string, string> {
  return { TEST_DATABASE_URL: urls.postgres, TEST_REDIS_URL: urls.redis, TEST_KAFKA_BROKERS: urls.kafka };
}

/** Starts only the engines, for work on a service. Until they are stopped a file names their addresses, as `node --env-file` reads it. */
export async function enginesCommand(): Promise<number> {
  const session = await openSession(stackPaths(stackRoot('engines')), { command: 'engines', fixedPorts: true });
  const file = join(session.paths.root, 'env');
  const start = startEngines({
    context: engineContext(session, false),
    start: (definition) => session.supervisor.start(definition),
    useEnvironment: true,
  }).then((urls) => {
    const lines = Object.entries(testEnvironment(urls)).map(([name, address]) => `${name}=${address}\n`);
    writeAtomically(file, lines.join(''));
    print(`engines are up; their addresses are in ${file}; Ctrl-C stops them`);
  });
  try {
    const early = await Promise.race([start, session.stopRequested]);
    const reason = early ?? (await session.stopRequested);
    print(`stopping (${reason.why})`);
    return reason.exitCode;
  } finally {
    await session.close();
    await start.catch((error: unknown) => {
      if (!(error instanceof StoppingError)) throw error;
    });
    rmSync(file, { force: true });
  }
}
