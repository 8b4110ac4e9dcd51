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

/** Each protective setting, and whether a change of its value loosens it. Customers turn to the contact: any other one may be a trap. */
const loosens: { readonly [Name in ProtectiveSetting]: Loosening<ProtectiveSettings[Name]> } = {
  customerSignIn: (before, after) => signIns.indexOf(after) < signIns.indexOf(before),
  otherPhones: allowed,
  guestPayments: allowed,
  cashierRefundsPerDay: (before, after) => after > before,
  supportContact: () => true,
};
type Loosening<Value> = (before: Value, after: Value) => boolean;

export const protectiveSettings = Object.keys(loosens) as readonly ProtectiveSetting[];

/** The settings that a change loosens. `changed` has the new values of those that change, and of no other. */
export function loosenedBy(
  before: ProtectiveSettings,
  changed: Partial<ProtectiveSettings>,
): readonly ProtectiveSetting[] {
  const isLoosened = <Name extends ProtectiveSetting>(
    name: Name,
    after: ProtectiveSettings[Name] | undefined,
  ): boolean => after !== undefined && loosens[name](before[name], after);
  return protectiveSettings.filter((name) => isLoosened(name, changed[name]));
}
