import { apiKeyTable, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { TableOwner } from '@paygate/messaging';
import { Database, SigningKeys } from '@paygate/platform';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyRow } from './auth.view.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

type Sources = [ApiKeysRepository, SigningKeys, DeniedTokensRepository];

/** The tables of auth, as its database has them. */
export const tableOwner = {
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
