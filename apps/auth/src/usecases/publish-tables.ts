import { Injectable } from '@nestjs/common';
import { apiKeyTable, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { SigningKeys } from '@paygate/platform';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { apiKeyRow } from '../auth.view.js';
import { DeniedTokensRepository } from '../denied-tokens.repository.js';

const PAGE = 500;

/**
 * Puts rows into the key topics once more, as they stand in the database. Readers pass over a version they know, so it is
 * always safe. All rows that have not lapsed, at boot and twice a day: the database is the truth, a topic that was lost is
 * whole again, and readers believe no record that is days old. In between those of recent changes: two changes of one row
 * may reach the topic in the wrong order when a process stood still between commit and publication, or somebody may write
 * an old record once more; readers of today go by the version, but compaction keeps what came last, and that must be the
 * truth too.
 */
@Injectable()
export class PublishTables {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeysRepository,
    private readonly signingKeys: SigningKeys,
    private readonly denied: DeniedTokensRepository,
  ) {}

  async execute(options: { readonly changedWithinSeconds?: number } = {}): Promise<void> {
    await this.#publishSigningKeys();
    for (let after: string | undefined = ''; after !== undefined;) after = await this.#publishPage(after, options);
    for (let after: string | undefined = ''; after !== undefined;) after = await this.#publishDenials(after);
  }

  /** There are few of them: one for each rotation. */
  #publishSigningKeys(): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      for (const row of await this.signingKeys.rows(tx)) tx.putRow(userTokenKeyTable, row);
    });
  }

  /** Gives the id to go on after, if there may be more. */
  #publishPage(after: string, options: { readonly changedWithinSeconds?: number }): Promise<string | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const page = await this.apiKeys.page(tx, { after, limit: PAGE, ...options });
      for (const { key, merchant } of page) tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
      return page.length < PAGE ? undefined : page.at(-1)?.key.id;
    });
  }

  #publishDenials(after: string): Promise<string | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const page = await this.denied.page(tx, after, PAGE);
      for (const row of page) tx.putRow(deniedTokensTable, row);
      return page.length < PAGE ? undefined : page.at(-1)?.subject;
    });
  }
}
