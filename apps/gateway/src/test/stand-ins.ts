import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import type {
  ApiKeyRow,
  BeginCharge,
  CancelIntent,
  Charge,
  CreateIntent,
  InitOtp,
  IntentOfMerchant,
  IntentPage,
  OtpInitiated,
  OtpVerified,
  PaymentIntent,
  Reply,
  SignedIn,
  SignIn,
  TableCompared,
  VerifyOtp,
} from '@paygate/contracts';
import {
  accept,
  apiKeyTable,
  beginCharge,
  cancelIntent,
  compareAuthTable,
  createIntent,
  deniedTokensTable,
  getIntent,
  initOtp,
  listIntents,
  refuse,
  signIn,
  userTokenKeyTable,
  verifyOtp,
} from '@paygate/contracts';
import { HandleCommand, MessagingModule, UnitOfWork } from '@paygate/messaging';
import { DatabaseServiceConfig, newId, PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';
import { AccountsCommands } from './accounts-stand-in.js';
import { CredentialsCommands } from './credentials-stand-in.js';
import { DashboardCommands, DashboardPeople } from './dashboard-stand-in.js';
import { chargeOf, intentOf } from './samples.js';
import { Silence } from './silence.js';

/*
 * The services behind the gateway, as thin as they can be: real messages on the real bus, with answers that are the same
 * for everyone. What the real ones do with a command is their own suites' matter.
 */

const EXPIRES_AT = '2199-01-01T00:00:00.000Z';

/** Writes the tables that auth owns. */
@Injectable()
export class KeyTables {
  readonly signing = { kid: 'k1', ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };

  constructor(private readonly unitOfWork: UnitOfWork) {}

  async publish(...rows: readonly ApiKeyRow[]): Promise<void> {
    const publicJwk = jwkOf(this.signing.publicKey);
    const key = { kid: this.signing.kid, version: 1, publicJwk, notBefore: '2026-01-01T00:00:00.000Z', notAfter: null };
    await this.unitOfWork.run((tx) => {
      tx.putRow(userTokenKeyTable, key);
      for (const row of rows) tx.putRow(apiKeyTable, row);
      return Promise.resolve();
    });
  }
}

function jwkOf(key: KeyObject): string {
  return JSON.stringify(key.export({ format: 'jwk' }));
}

@Controller()
class AuthCommands {
  constructor(
    private readonly sealer: Sealer,
    private readonly silence: Silence,
  ) {}

  @HandleCommand(signIn)
  async signIn({ phoneNumber, password }: SignIn): Promise<Reply<SignedIn>> {
    const phone = this.sealer.open(phoneNumber, 'sign-in.phone');
    if (this.sealer.open(password, 'sign-in.password') === 'silence') await this.silence.over;
    return accept({
      userId: newId('user'),
      token: this.sealer.seal('gateway', 'a.user.token', 'sign-in.token'),
      phoneNumber: this.sealer.seal('gateway', phone, 'sign-in.phone'),
      roles: ['USER'],
      expiresAt: EXPIRES_AT,
    });
  }

  /** Whatever was told is so. */
  @HandleCommand(compareAuthTable)
  compare(): Promise<Reply<TableCompared>> {
    return Promise.resolve(accept({ differing: [] }));
  }
}

@Module({
  imports: [
    PlatformModule.forService('auth', DatabaseServiceConfig),
    MessagingModule.forService({ ownedTables: [apiKeyTable, userTokenKeyTable, deniedTokensTable] }),
  ],
  controllers: [AuthCommands, CredentialsCommands, AccountsCommands, DashboardCommands],
  providers: [KeyTables, Silence, DashboardPeople],
})
export class AuthStandIn {}

@Controller()
class IntentsCommands {
  private readonly intents = new Map<string, PaymentIntent>();

  @HandleCommand(createIntent)
  create(command: CreateIntent): Promise<Reply<PaymentIntent>> {
    const intent = intentOf(command);
    this.intents.set(intent.id, intent);
    return Promise.resolve(accept(intent));
  }

  @HandleCommand(getIntent)
  read({ intentId, merchantId, mode }: IntentOfMerchant): Promise<Reply<PaymentIntent>> {
    const intent = this.intents.get(intentId);
    const isTheirs = intent?.merchantId === merchantId && intent.mode === mode;
    return Promise.resolve(isTheirs ? accept(intent) : refuse('intent_not_found'));
  }

  @HandleCommand(cancelIntent)
  cancel(command: CancelIntent): Promise<Reply<PaymentIntent>> {
    return this.read(command);
  }

  @HandleCommand(listIntents)
  list(): Promise<Reply<IntentPage>> {
    return Promise.resolve(accept({ intents: [...this.intents.values()], hasMore: false, nextCursor: null }));
  }

  @HandleCommand(beginCharge)
  charge({ intentId }: BeginCharge): Promise<Reply<Charge>> {
    return Promise.resolve(accept(chargeOf(intentId)));
  }
}

@Module({
  imports: [PlatformModule.forService('intents', ServiceConfig), MessagingModule.forService()],
  controllers: [IntentsCommands],
})
export class IntentsStandIn {}

@Controller()
class OtpCommands {
  constructor(private readonly sealer: Sealer) {}

  @HandleCommand(initOtp)
  init({ userId, channel }: InitOtp): Promise<Reply<OtpInitiated>> {
    const times = { expiresAt: EXPIRES_AT, resendAvailableAt: EXPIRES_AT };
    const sent = { otpId: newId('otpChallenge'), userId, channel, destination: '********01' };
    return Promise.resolve(accept({ ...sent, codeLength: 6, ...times, sendsRemaining: 4 }));
  }

  @HandleCommand(verifyOtp)
  verify({ otp }: VerifyOtp): Promise<Reply<OtpVerified>> {
    if (this.sealer.open(otp, 'verify-otp.otp') === '000000') return Promise.resolve(refuse('otp_invalid'));
    const token = this.sealer.seal('gateway', 'an.otp.token', 'verify-otp.token');
    return Promise.resolve(accept({ token, expiresAt: EXPIRES_AT }));
  }
}

@Module({
  imports: [PlatformModule.forService('otp', ServiceConfig), MessagingModule.forService()],
  controllers: [OtpCommands],
})
export class OtpStandIn {}
