import type { CustomerSignIn } from './customer-sign-in.js';

/** The most refunds in a day that an account can set as its limit. */
export const REFUNDS_PER_DAY_MAX = 100_000;

/** The limit of the refunds of a day: their number, their sum in minor units, and in percent of the balance of 00:00. Null is no limit. */
export interface RefundLimit {
  readonly count: number | null;
  readonly amount: string | null;
  readonly balancePercent: number | null;
}

/** The limit of an account that sets none. */
export const UNLIMITED_REFUNDS: RefundLimit = { count: null, amount: null, balancePercent: null };

/** The settings of an account that protect its money, its customers or their trust. */
export interface ProtectiveSettings {
  readonly customerSignIn: CustomerSignIn;
  readonly otherPhones: boolean;
  readonly guestPayments: boolean;
  readonly phoneAsks: boolean;
  readonly cashierRefundsPerDay: number;
  readonly refundsPerDay: RefundLimit;
  readonly supportContact: object;
}
export type ProtectiveSetting = keyof ProtectiveSettings;

/** From the weakest to the strongest. */
const signIns: readonly CustomerSignIn[] = ['never', 'wallet', 'always'];
const allowed = (before: boolean, after: boolean): boolean => after && !before;

/** What a setting protects, and whether a change of its value loosens it. */
interface Protection<Value> {
  readonly of: 'money' | 'trust';
  readonly loosens: (before: Value, after: Value) => boolean;
}

/** Each protective setting. Customers turn to the contact: any other one may be a trap. */
const protections: { readonly [Name in ProtectiveSetting]: Protection<ProtectiveSettings[Name]> } = {
  customerSignIn: { of: 'money', loosens: (before, after) => signIns.indexOf(after) < signIns.indexOf(before) },
  otherPhones: { of: 'money', loosens: allowed },
  guestPayments: { of: 'money', loosens: allowed },
  phoneAsks: { of: 'money', loosens: allowed },
  cashierRefundsPerDay: { of: 'money', loosens: (before, after) => after > before },
  refundsPerDay: { of: 'money', loosens: isLooser },
  supportContact: { of: 'trust', loosens: () => true },
};

export const protectiveSettings = Object.keys(protections) as readonly ProtectiveSetting[];

/** The settings that a change loosens. `changed` has the new values of those that change, and of no other. */
export function loosenedBy(
  before: ProtectiveSettings,
  changed: Partial<ProtectiveSettings>,
): readonly ProtectiveSetting[] {
  const isLoosened = <Name extends ProtectiveSetting>(
    name: Name,
    after: ProtectiveSettings[Name] | undefined,
  ): boolean => after !== undefined && protections[name].loosens(before[name], after);
  return protectiveSettings.filter((name) => isLoosened(name, changed[name]));
}

/** True when one of the settings protects money: in live mode only an owner who shows a code of the second factor loosens it. */
export function weakensMoney(loosened: readonly ProtectiveSetting[]): boolean {
  return loosened.some((name) => protections[name].of === 'money');
}

/** True when the second limit allows refunds that the first one does not. */
function isLooser(before: RefundLimit, after: RefundLimit): boolean {
  return (['count', 'amount', 'balancePercent'] as const).some((part) => {
    const [was, becomes] = [before[part], after[part]];
    return was !== null && (becomes === null || BigInt(becomes) > BigInt(was));
  });
}
