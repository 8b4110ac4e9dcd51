import type { Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import type { IntentFacts, MerchantProfile, ReceiptFacts, Reply, UserContact } from '@paygate/contracts';
import {
  accept,
  getIntentFacts,
  getMerchantProfile,
  GetMerchantProfileCommand,
  getReceiptFacts,
  GetUserContactCommand,
  getUserContact,
  IntentOfMerchant,
  otpTokenKeyTable,
  refuse,
} from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';

export interface Contact {
  readonly phoneNumber?: string;
  readonly email?: string;
}

/** An intent whose receipt is asked for. */
export interface PaidIntent {
  readonly merchantId: string;
  readonly status: string;
  readonly facts: ReceiptFacts;
}

/** Doubles of the services around otp: intents and completed payments, users and merchants by id. `down` makes them answer that they are in trouble. */
export class Neighbourhood {
  readonly intents = new Map<string, IntentFacts & { readonly merchantId: string; readonly mode: string }>();
  readonly receipts = new Map<string, PaidIntent>();
  readonly users = new Map<string, Contact>();
  readonly merchants = new Map<string, Partial<MerchantProfile>>();
  /** The tills that auth knows. */
  readonly tills = new Map<string, Pick<MerchantProfile, 'till'>>();
  readonly down = new Set<'intents' | 'auth'>();
  /** The intents whose facts were asked for, once for each question. */
  readonly asked: string[] = [];
}

/** intents, as far as otp needs it; also a reader of the table of signing keys. */
export function intentsStandIn(known: Neighbourhood): Type {
  @Controller()
  class IntentsStandIn {
    @HandleCommand(getIntentFacts)
    facts({ intentId, merchantId, mode }: IntentOfMerchant): Promise<Reply<IntentFacts>> {
      known.asked.push(intentId);
      if (known.down.has('intents')) return Promise.resolve(refuse('internal_error'));
      const intent = known.intents.get(intentId);
      if (intent?.merchantId !== merchantId || intent.mode !== mode) return Promise.resolve(refuse('intent_not_found'));
      const { status, amount, currency, userId, retryOf = null, expiresAt, failureCode } = intent;
      const outcome = failureCode === undefined ? {} : { failureCode };
      return Promise.resolve(accept({ intentId, status, amount, currency, userId, retryOf, expiresAt, ...outcome }));
    }

    @HandleCommand(getReceiptFacts)
    receipt({ intentId, merchantId }: IntentOfMerchant): Promise<Reply<ReceiptFacts>> {
      if (known.down.has('intents')) return Promise.resolve(refuse('internal_error'));
      const paid = known.receipts.get(intentId);
      if (paid?.merchantId !== merchantId) return Promise.resolve(refuse('intent_not_found'));
      const { status: currentStatus, facts } = paid;
      if (currentStatus === 'COMPLETED') return Promise.resolve(accept(facts));
      return Promise.resolve(refuse('intent_unexpected_state', { fields: { currentStatus } }));
    }
  }
  @Module({
    imports: [
      PlatformModule.forService('intents', ServiceConfig),
      MessagingModule.forService({ tables: [otpTokenKeyTable] }),
    ],
    controllers: [IntentsStandIn],
  })
  class IntentsStandInModule {}
  return IntentsStandInModule;
}

/** auth, as far as otp needs it. */
export function authStandIn(known: Neighbourhood): Type {
  @Controller()
  class AuthStandIn {
    constructor(private readonly sealer: Sealer) {}

    @HandleCommand(getUserContact)
    contact({ userId }: GetUserContactCommand): Promise<Reply<UserContact>> {
      if (known.down.has('auth')) return Promise.resolve(refuse('internal_error'));
      const { phoneNumber, email } = known.users.get(userId) ?? {};
      return Promise.resolve(
        accept({
          userId,
          ...(phoneNumber && { phoneNumber: this.sealer.seal('otp', phoneNumber, 'user-contact.phone') }),
          ...(email && { email: this.sealer.seal('otp', email, 'user-contact.email') }),
        }),
      );
    }

    @HandleCommand(getMerchantProfile)
    merchant({ merchantId, tillId }: GetMerchantProfileCommand): Promise<Reply<MerchantProfile>> {
      if (known.down.has('auth')) return Promise.resolve(refuse('internal_error'));
      const till = tillId === undefined ? {} : known.tills.get(tillId);
      return Promise.resolve(accept(Object.assign(profileOf(merchantId), known.merchants.get(merchantId), till)));
    }
  }
  @Module({
    imports: [PlatformModule.forService('auth', ServiceConfig), MessagingModule.forService()],
    controllers: [AuthStandIn],
  })
  class AuthStandInModule {}
  return AuthStandInModule;
}

/** A merchant that sends receipts by SMS. */
function profileOf(merchantId: string): MerchantProfile {
  return {
    ...{ merchantId, name: 'Boutique', active: true, liveActive: false, logoId: null },
    supportContact: { email: 'help@shop.example', phone: null, url: null },
    ...{ languages: ['en', 'fr'], customerSignIn: 'never', otherPhones: false, guestPayments: true, smsReceipts: true },
    createdAt: '2026-11-20T10:00:00.000Z',
  };
}
