import type { Currency, Mode } from '@paygate/contracts';
import { currencyCodes } from '@paygate/contracts';

/**
 * A ledger holds one currency of one mode. Its number is the currency's of ISO 4217, plus 1000 in test mode, and is the
 * last four digits of every account's id: so the database can check that a transfer stays within one ledger, and test
 * and live money never mix.
 */
export type LedgerNumber = number;

const currencyNumbers: Readonly<Record<Currency, number>> = { XAF: 950, XOF: 952 };
const TEST_LEDGERS = 1_000;

export function ledgerOf(mode: Mode, currency: Currency): LedgerNumber {
  return currencyNumbers[currency] + (mode === 'test' ? TEST_LEDGERS : 0);
}

/** The mode and the currency of a ledger. */
export function ofLedger(ledger: LedgerNumber): { readonly mode: Mode; readonly currency: Currency } {
  const mode = ledger > TEST_LEDGERS ? 'test' : 'live';
  const currency = currencyCodes.find((code) => ledgerOf(mode, code) === ledger);
  if (currency === undefined) throw new RangeError(`there is no ledger ${ledger}`);
  return { mode, currency };
}

/** The most that a wallet holds, in minor units: the largest amount that a wire carries. */
export const WALLET_CEILING = 999_999_999_999n;

/** Names a wallet: its user and its ledger. */
export interface WalletName {
  readonly userId: string;
  readonly ledger: LedgerNumber;
}

/**
 * The platform's own accounts. `reversals_receivable`: what operators have taken back of payments and no merchant bears. `adjustments`: the other
 * side of what people have corrected. `unclaimed`: the suspense of money that no payment is of. `clearing`: what has left wallets and not arrived.
 */
type PlatformAccountKind =
  'fees' | 'bank' | 'suspense' | 'clearing' | 'reversals_receivable' | 'adjustments' | 'unclaimed';

/** Names an account that has no floor: what a merchant is owed, what a rail holds for the platform, or one of the platform's own (without an owner). */
export interface AppendAccountName {
  readonly kind: 'merchant' | 'float' | PlatformAccountKind;
  readonly ownerId: string;
  readonly ledger: LedgerNumber;
}

export function merchantAccount(merchantId: string, ledger: LedgerNumber): AppendAccountName {
  return { kind: 'merchant', ownerId: merchantId, ledger };
}

/** `owner` is a rail, or one of the accounts that a rail keeps apart. */
export function floatAccount(owner: string, ledger: LedgerNumber): AppendAccountName {
  return { kind: 'float', ownerId: owner, ledger };
}

export function platformAccount(kind: PlatformAccountKind, ledger: LedgerNumber): AppendAccountName {
  return { kind, ownerId: '', ledger };
}

/** The same text for the same account, and for no other. */
export function accountKey(account: AppendAccountName): string {
  return `${account.ledger}/${account.kind}/${account.ownerId}`;
}

/** The same text for the same wallet, and for no other. */
export function walletKey(wallet: WalletName): string {
  return `${wallet.ledger}/${wallet.userId}`;
}
