import type { CustomerSignIn } from './customer-sign-in.js';

/** The settings of an account that protect its money, its customers or their trust. */
export interface ProtectiveSettings {
  readonly customerSignIn: CustomerSignIn;
  readonly otherPhones: boolean;
  readonly guestPayments: boolean;
  readonly cashierRefundsPerDay: number;
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
  cashierRefundsPerDay: { of: 'money', loosens: (before, after) => after > before },
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
