import { Controller, Module } from '@nestjs/common';
import type { Reply, TablePage } from '@paygate/contracts';
import { apiKeyTable, deniedTokensTable, readAuthTable, ReadTable, userTokenKeyTable } from '@paygate/contracts';
import { HandleCommand, TableOwner } from '@paygate/messaging';
import { Database, SigningKeys } from '@paygate/platform';
import { apiKeyRow } from './merchants/api-keys/api-key.view.js';
import { ApiKeysModule } from './merchants/api-keys/api-keys.module.js';
import { ApiKeysRepository } from './merchants/api-keys/api-keys.repository.js';
import { DeniedTokensRepository } from './customers/sessions/denied-tokens.repository.js';
import { SessionsModule } from './customers/sessions/sessions.module.js';

type Sources = [ApiKeysRepository, SigningKeys, DeniedTokensRepository];

/** Answers readers of the tables that auth publishes. */
@Controller()
class TablesCommands {
  constructor(private readonly tables: TableOwner) {}

  @HandleCommand(readAuthTable)
  read(command: ReadTable): Promise<Reply<TablePage>> {
    return this.tables.read(command);
  }
}

const tableOwner = {
  provide: TableOwner,
  inject: [Database, ApiKeysRepository, SigningKeys, DeniedTokensRepository],
  useFactory: (database: Database, ...[apiKeys, signingKeys, denied]: Sources) =>
    new TableOwner(database, [
      { contract: userTokenKeyTable, page: (queryable, after) => signingKeys.rowsAfter(queryable, after) },
      {
        contract: apiKeyTable,
        page: async (...page) => (await apiKeys.page(...page)).map(({ key, merchant }) => apiKeyRow(key, merchant)),
      },
      { contract: deniedTokensTable, page: (...page) => denied.page(...page) },
    ]),
};

/** The tables that auth publishes to gateways: API keys, signing keys, denied tokens. */
@Module({ imports: [ApiKeysModule, SessionsModule], controllers: [TablesCommands], providers: [tableOwner] })
export class TablesModule {}
