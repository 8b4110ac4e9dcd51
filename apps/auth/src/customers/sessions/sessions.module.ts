import { Module } from '@nestjs/common';
import { SigningKeys } from '@paygate/platform';
import { AuthConfig } from '../../config.js';
import { PersonalData } from '../../personal-data.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';
import { RotateSigningKeys } from './rotate-signing-keys.js';
import { SessionsCommands } from './sessions.commands.js';
import { UserSessions } from './user-sessions.js';
import { UserTokenIssuer } from './user-token-issuer.js';

const signingKeys = {
  provide: SigningKeys,
  inject: [PersonalData, AuthConfig],
  useFactory: (personalData: PersonalData, config: AuthConfig) =>
    new SigningKeys(personalData, {
      leadSeconds: config.USER_TOKEN_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.USER_TOKEN_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.USER_TOKEN_TTL_SECONDS,
    }),
};

/** User tokens: signing keys, tokens, and tokens that end early. */
@Module({
  controllers: [SessionsCommands],
  providers: [signingKeys, RotateSigningKeys, UserTokenIssuer, UserSessions, DeniedTokensRepository],
  exports: [UserTokenIssuer, UserSessions, RotateSigningKeys, SigningKeys, DeniedTokensRepository],
})
export class SessionsModule {}
