import { Module } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { DatabaseModule, Health, PlatformModule, ShutdownCoordinator } from '@paygate/platform';
import { AuthorizationTokens } from './authorization-tokens.js';
import { ChallengesRepository } from './challenges.repository.js';
import { ChecksRepository } from './checks.repository.js';
import { Chores } from './chores.js';
import { CodeRequests } from './code-requests.js';
import { Codes } from './codes.js';
import { OtpConfig } from './config.js';
import { Guesses } from './guesses.js';
import { OtpCommands } from './otp.commands.js';
import { OutgoingCodes } from './outgoing-codes.js';
import { PeriodicWork } from './periodic-work.js';
import { MessageComposer } from './sending/message-composer.js';
import { MessageProviders } from './sending/message-providers.js';
import { MessageSender } from './sending/message-sender.js';
import { SendsRepository } from './sending/sends.repository.js';
import { KeyVault } from './signing/key-vault.js';
import { SigningKeys } from './signing/signing-keys.js';
import { SigningKeysRepository } from './signing/signing-keys.repository.js';
import { AnnounceSigningKeys } from './usecases/announce-signing-keys.js';
import { InitOtp } from './usecases/init-otp.js';
import { SendCode } from './usecases/send-code.js';
import { VerifyOtp } from './usecases/verify-otp.js';

@Module({
  imports: [
    PlatformModule.forService('otp', OtpConfig),
    DatabaseModule.with(),
    MessagingModule.forService({ replies: true, ownedTables: [otpTokenKeyTable] }),
  ],
  controllers: [OtpCommands],
  providers: [
    ...[InitOtp, SendCode, VerifyOtp, AnnounceSigningKeys],
    ...[CodeRequests, Codes, OutgoingCodes, Guesses, AuthorizationTokens],
    ...[MessageComposer, MessageProviders, MessageSender, KeyVault, SigningKeys],
    ...[ChallengesRepository, ChecksRepository, SendsRepository, SigningKeysRepository],
    ...[PeriodicWork, Chores],
  ],
})
export class AppModule {
  constructor(health: Health, shutdown: ShutdownCoordinator, signingKeys: SigningKeys, sender: MessageSender) {
    health.register('signing-key', () => signingKeys.ready);
    shutdown.on('flush', 'messages under way', () => sender.idle());
  }
}
