import { Clock, Database, Logger } from '@paygate/platform';
import type { AuthConfig } from './config.js';
import type { Reindexed } from './index-rotation.js';
import { IndexRotation } from './index-rotation.js';
import { PersonsRepository } from './members/persons.repository.js';
import { PersonalData } from './personal-data.js';
import { UsersRepository } from './users/users.repository.js';

/** Indexes all users and people under the first key: `main.js reindex`, a step of docs/operations/key-rotation.md. */
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
    return await new IndexRotation(new UsersRepository(database), persons, personalData).execute();
  } finally {
    await database.close();
  }
}
