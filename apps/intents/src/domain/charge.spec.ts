import { describe, expect, it } from '@jest/globals';
import type { ChargeAttempt, ChargeToken } from './charge.js';
import { chargeDecision } from './charge.js';
import type { Intent } from './intent.js';
import { intentIn, momentAt, order } from './intent.samples.js';

const unbound: ChargeToken = {
  id: 'jti-1',
  userId: 'usr_1',
  askedBy: null,
  phoneMasked: null,
  merchantId: 'mer_1',
  mode: 'test',
  expiresAt: new Date(order.expiresAt.getTime() + 60_000),
};
const token: ChargeToken = { ...unbound, boundTo: { intentId: 'pi_1', amount: 500n, currency: 'XAF' } };
const attempt: ChargeAttempt = {
  ...{ token, tokenUsedBy: null, chargeId: 'ch_1', method: 'wallet', operator: null, phoneMasked: null },
  payerPhoneIndex: null,
  customerId: null,
  payerPhoneEnd: null,
  outcomeSeconds: 60,
};
const with_ = (change: Partial<ChargeToken>): ChargeAttempt => ({ ...attempt, token: { ...token, ...change } });
const now = momentAt(order.expiresAt.getTime() - 1);
const codeOf = (intent: Intent, given: ChargeAttempt, moment = now): string => {
  const decision = chargeDecision(intent, given, moment);
  return 'refusal' in decision ? decision.refusal.code : decision.kind;
};

describe('a charge begins', () => {
  it.each(['PENDING', 'REQUIRES_ACTION'] as const)('from %s', (status) => {
    const intent = intentIn(status);
    expect(chargeDecision(intent, attempt, now)).toEqual({
      kind: 'accepted',
      intent: {
        ...intent,
        status: 'PROCESSING',
        nextAction: null,
        chargeId: 'ch_1',
        chargeTokenId: 'jti-1',
        payerId: 'usr_1',
        paymentMethod: 'wallet',
        chargedAt: now.at,
        outcomeDueAt: new Date(now.at.getTime() + 60_000),
        version: intent.version + 1,
        eventSequence: intent.eventSequence + 1,
        updatedAt: now.at,
      },
    });
  });

  it('and keeps the phone that its token names for a wallet, else the one that is asked to pay', () => {
    const named = { ...with_({ phoneMasked: '********01' }), payerPhoneIndex: null };
    expect(chargeDecision(intentIn('PENDING'), named, now)).toMatchObject({
      intent: { operator: null, phoneMasked: '********01' },
    });
    const asked = { ...named, method: 'mobile_money', operator: 'mtn_momo', phoneMasked: '********02' } as const;
    expect(chargeDecision(intentIn('PENDING'), asked, now)).toMatchObject({
      intent: { operator: 'mtn_momo', phoneMasked: '********02' },
    });
  });

  it('with a token that is bound to no intent', () => {
    expect(codeOf(intentIn('PENDING'), { ...attempt, token: unbound })).toBe('accepted');
  });
});

describe('a charge needs a wallet or an operator of its currency', () => {
  const xof: Intent = { ...intentIn('REQUIRES_ACTION'), currency: 'XOF' };
  it.each(['wallet', 'mobile_money'] as const)(
    '[2.28] %s is refused in another, and leaves the token unused',
    (method) => {
      const decision = chargeDecision(xof, { ...attempt, token: unbound, method }, now);
      expect(decision).toMatchObject({
        kind: 'refused',
        refusal: { code: 'payment_method_unavailable', param: 'paymentMethod', detail: expect.stringContaining('XOF') },
      });
    },
  );

  it('[13.17] a wallet pays in live mode, too', () => {
    const live: Intent = { ...intentIn('REQUIRES_ACTION'), mode: 'live' };
    const by = (method: ChargeAttempt['method']) =>
      chargeDecision(live, { ...attempt, token: { ...unbound, mode: 'live' }, method }, now);
    for (const method of ['wallet', 'mobile_money'] as const) expect(by(method).kind).toBe('accepted');
  });
});

describe('an expired intent cannot be charged', () => {
  it('is chargeable until the last millisecond', () => {
    expect(codeOf(intentIn('PENDING'), attempt, momentAt(order.expiresAt.getTime() - 1))).toBe('accepted');
  });

  it.each([0, 1, 86_400_000])('%s ms after expiresAt it is refused and makes its transition', (ms) => {
    const given = with_({ expiresAt: new Date(order.expiresAt.getTime() + 2 * 86_400_000) });
    const decision = chargeDecision(intentIn('REQUIRES_ACTION'), given, momentAt(order.expiresAt.getTime() + ms));
    expect(decision).toMatchObject({
      kind: 'lapsed',
      refusal: { code: 'intent_expired' },
      intent: { status: 'EXPIRED', chargeId: null, terminalEventId: 'evt_1' },
    });
  });

  it('refuses one that is EXPIRED already', () => {
    expect(chargeDecision(intentIn('EXPIRED'), attempt, now)).toEqual({
      kind: 'refused',
      refusal: { ok: false, code: 'intent_expired', fields: { currentStatus: 'EXPIRED' } },
    });
  });
});

describe('an intent is charged at most once', () => {
  it.each(['PROCESSING', 'COMPLETED', 'FAILED'] as const)('another token is refused when it is %s', (status) => {
    expect(codeOf(intentIn(status), with_({ id: 'jti-2' }))).toBe('intent_already_charged');
  });

  it.each(['PROCESSING', 'COMPLETED', 'FAILED'] as const)(
    'the same token gets the same charge when it is %s',
    (status) => {
      const intent = intentIn(status);
      const again = { ...attempt, tokenUsedBy: 'pi_1', chargeId: 'ch_2' };
      expect(chargeDecision(intent, again, now)).toEqual({ kind: 'replayed', intent });
    },
  );

  it('the same token gets the same charge after token and intent have expired', () => {
    const late = momentAt(order.expiresAt.getTime() + 86_400_000);
    expect(codeOf(intentIn('COMPLETED'), { ...attempt, tokenUsedBy: 'pi_1' }, late)).toBe('replayed');
  });
});

describe('a token charges only what it was issued for', () => {
  it.each<Partial<ChargeToken>>([
    { merchantId: 'mer_2' },
    { mode: 'live' },
    { boundTo: { intentId: 'pi_2', amount: 500n, currency: 'XAF' } },
    { boundTo: { intentId: 'pi_1', amount: 499n, currency: 'XAF' } },
    { boundTo: { intentId: 'pi_1', amount: 500n, currency: 'XOF' } },
  ])('not with %p', (change) => {
    expect(codeOf(intentIn('PENDING'), with_(change))).toBe('token_invalid');
  });

  it('an intent made for one user accepts that user only', () => {
    const intent = { ...intentIn('PENDING'), userId: 'usr_1' };
    expect(codeOf(intent, attempt)).toBe('accepted');
    expect(codeOf(intent, with_({ userId: 'usr_2' }))).toBe('token_invalid');
    expect(codeOf(intent, { ...attempt, token: { ...unbound, userId: 'usr_2' } })).toBe('token_invalid');
  });

  it('does not reveal to another merchant that the intent was charged', () => {
    expect(codeOf(intentIn('PROCESSING'), with_({ id: 'jti-2', merchantId: 'mer_2' }))).toBe('token_invalid');
  });
});

describe('one token, one charge', () => {
  it('a token that has charged another intent is used', () => {
    expect(codeOf(intentIn('PENDING'), { ...attempt, tokenUsedBy: 'pi_2' })).toBe('otp_token_used');
    expect(codeOf(intentIn('PENDING'), { ...attempt, token: unbound, tokenUsedBy: 'pi_2' })).toBe('otp_token_used');
  });
});

describe('an authorization token works until its expiry', () => {
  it('is refused from that moment on', () => {
    const expiresAt = new Date(order.createdAt.getTime() + 60_000);
    expect(codeOf(intentIn('PENDING'), with_({ expiresAt }), momentAt(expiresAt.getTime() - 1))).toBe('accepted');
    expect(codeOf(intentIn('PENDING'), with_({ expiresAt }), momentAt(expiresAt.getTime()))).toBe('token_expired');
  });
});

it('a canceled intent cannot be charged', () => {
  expect(chargeDecision(intentIn('CANCELED'), attempt, now)).toMatchObject({
    refusal: { code: 'intent_unexpected_state', fields: { currentStatus: 'CANCELED' } },
  });
});
