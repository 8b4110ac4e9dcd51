import { Module } from '@nestjs/common';
import { apiKeyTable, userTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { DatabaseModule, PlatformModule, SigningKeys } from '@paygate/platform';
import { ApiKeyMint } from './api-key-mint.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { schemas } from './auth.schema.js';
import { Chores } from './chores.js';
import { AuthConfig } from './config.js';
import { HashPool } from './hash-pool.js';
import { MerchantsCommands } from './merchants.commands.js';
import { MerchantsRepository } from './merchants.repository.js';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.js';
import { SignInBrake } from './sign-in-brake.js';
import { CreateApiKey } from './usecases/create-api-key.js';
import { CreateMerchant } from './usecases/create-merchant.js';
import { GetUserContacts } from './usecases/get-user-contacts.js';
import { ImportUsers } from './usecases/import-users.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { PublishTables } from './usecases/publish-tables.js';
import { RevokeApiKey } from './usecases/revoke-api-key.js';
import { SignIn } from './usecases/sign-in.js';
import { UserTokens } from './user-tokens.js';
import { UsersCommands } from './users.commands.js';
import { UsersRepository } from './users.repository.js';
import { Vault } from './vault.js';

const repositories = [MerchantsRepository, ApiKeysRepository, UsersRepository, SignInAttemptsRepository];
const usecases = [
  CreateMerchant,
  CreateApiKey,
  RevokeApiKey,
  ImportUsers,
  SignIn,
  GetUserContacts,
  KeepSigningKeys,
  PublishTables,
];
const hashPool = {
  provide: HashPool,
  inject: [AuthConfig],
  useFactory: (config: AuthConfig) =>
    new HashPool({
      concurrency: config.PASSWORD_HASH_CONCURRENCY,
      places: config.SIGN_IN_PLACES,
      perSecond: config.PASSWORD_HASHES_PER_SECOND,
      burst: config.SIGN_IN_PLACES,
    }),
};
const signingKeys = {
  provide: SigningKeys,
  inject: [Vault, AuthConfig],
  useFactory: (vault: Vault, config: AuthConfig) =>
    new SigningKeys(vault, {
      leadSeconds: config.USER_TOKEN_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.USER_TOKEN_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.USER_TOKEN_TTL_SECONDS,
    }),
};

@Module({
  imports: [
    PlatformModule.forService('auth', AuthConfig),
    DatabaseModule.with({ entities: schemas }),
    MessagingModule.forService({ ownedTables: [apiKeyTable, userTokenKeyTable] }),
  ],
  controllers: [MerchantsCommands, UsersCommands],
  providers: [...repositories, ...usecases, hashPool, signingKeys, SignInBrake, UserTokens, ApiKeyMint, Vault, Chores],
})
export class AppModule {}
