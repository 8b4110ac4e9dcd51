import { Clock, Database, loadConfig, Logger } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { Reindexed } from './index-rotation.js';
import { IndexRotation } from './index-rotation.js';
import { PersonsRepository } from './merchants/members/persons.repository.js';
import { PersonalData } from './personal-data.js';
import { UsersRepository } from './customers/users/users.repository.js';

/** `main.js reindex`, a step of docs/operations/key-rotation.md. Ends with 1 when rows could not be read, which stay under the old key. */
export async function printReindexed(): Promise<void> {
  const result = await reindex(loadConfig(AuthConfig));
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (result.unreadable.length > 0) process.exitCode = 1;
}

/** Indexes all users and people under the first key. */
export async function reindex(config: AuthConfig): Promise<Reindexed> {
  const personalData = new PersonalData(config);
  const database = await Database.open({
    url: config.DATABASE_URL.reveal(),
    poolSize: 1,
    applicationName: 'auth-reindex',
    clock: new Clock(),
    logger: new Logger({ service: 'auth', instance: config.INSTANCE_ID, level: config.LOG_LEVEL }),
  });
  try {
    await database.ready;
    const persons = new PersonsRepository(database, personalData);
    return await new IndexRotation(new UsersRepository(database), persons, personalData).reindex();
  } finally {
    await database.close();
  }
}
