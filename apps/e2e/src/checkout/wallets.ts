import type { ApiAnswer, PageServer } from './page-server.js';

export const TOP_UP = 'tu_01k8zq6c4qh0td2x8f9mgr7h1z';
export const WITHDRAWAL = 'wd_01k8zq6c4qh0td2x8f9mgr7h1z';

const inFuture = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** A wallet as its user reads it. */
export function walletOf(fields: object = {}): Record<string, unknown> {
  return {
    ...{ object: 'wallet', currency: 'XAF', mode: 'test', balance: '1250000', state: 'open' },
    limits: {
      day: { max: '1000000', left: '995000', renewsAt: inFuture(3_600) },
      month: { max: '5000000', left: '4995000', renewsAt: inFuture(86_400) },
    },
    ...fields,
  };
}

export function topUpOf(fields: object = {}): Record<string, unknown> {
  return {
    ...{ object: 'wallet_top_up', id: TOP_UP, mode: 'test', status: 'PENDING', amount: '5000', operator: 'mtn_momo' },
    ...{ awaitsApproval: true, phoneMasked: '********01', failure: null, createdAt: inFuture(-5), endedAt: null },
    ...fields,
  };
}

export function withdrawalOf(fields: object = {}): Record<string, unknown> {
  return {
    ...{ object: 'wallet_withdrawal', id: WITHDRAWAL, mode: 'test', status: 'AWAITING_CODE', operator: 'mtn_momo' },
    ...{ amount: '5000', fee: '25', net: '4975', phoneMasked: '********01', failure: null },
    ...{ createdAt: inFuture(-5), endedAt: null },
    ...fields,
  };
}

const movement = (id: number, fields: object): Record<string, unknown> => ({
  ...{ object: 'wallet_transaction', id: `ch_01k8zq6c4qh0td2x8f9mgr7h1${id}`, currency: 'XAF', mode: 'test' },
  ...{ paymentIntentId: null, merchantId: null, merchantName: null, createdAt: '2026-11-28T09:00:00.000Z' },
  ...fields,
});

/** One movement of each kind. */
export const movements = [
  movement(1, { type: 'withdrawal_returned', amount: '5000' }),
  movement(2, { type: 'withdrawal', amount: '-5000' }),
  movement(3, { type: 'payment', amount: '-1234567', merchantName: 'Établissements Nkouandou et Fils, Quincaillerie' }),
  movement(4, { type: 'refund', amount: '700', merchantName: 'Boulangerie du Port' }),
  movement(5, { type: 'top_up', amount: '2000000' }),
];

/** Every call for the wallet of a user succeeds. */
export function answerWallet(server: PageServer): void {
  const user = { id: 'usr_1', phoneNumber: '+237670000001', token: 'user.jwt.token', expiresAt: inFuture(900) };
  const code = { destination: '********01', codeLength: 6, expiresAt: inFuture(300) };
  const answers: Readonly<Record<string, ApiAnswer>> = {
    'POST /auth/web': { status: 200, body: user },
    'POST /auth/logout': { status: 200, body: {} },
    'GET /wallet?currency=XAF': { status: 200, body: walletOf() },
    'GET /wallet/transactions?limit=20': {
      status: 200,
      body: { data: movements, hasMore: true, nextCursor: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z' },
    },
    'POST /wallet/top-ups': { status: 202, body: topUpOf() },
    [`GET /wallet/top-ups/${TOP_UP}`]: { status: 200, body: topUpOf() },
    'POST /wallet/withdrawals': { status: 201, body: { ...withdrawalOf(), code } },
    [`GET /wallet/withdrawals/${WITHDRAWAL}`]: { status: 200, body: withdrawalOf() },
  };
  for (const [operation, answer] of Object.entries(answers)) server.answers.set(operation, answer);
}
