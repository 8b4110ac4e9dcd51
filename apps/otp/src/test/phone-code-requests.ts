import { randomBytes, randomUUID } from 'node:crypto';
import type { CheckPhoneCode, PhoneCodePurpose, SendPhoneCode } from '@paygate/contracts';
import { idOfUuid } from '@paygate/platform';
import type { World } from './world.js';

export const newClaim = (purpose: PhoneCodePurpose): string =>
  idOfUuid(purpose === 'registration' ? 'registration' : 'passwordReset', randomUUID());
export const newPhone = (): string => `+2376${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`;

export type Wish = Partial<Omit<SendPhoneCode, 'phoneNumber'>> & { readonly phoneNumber: string };
/** What auth asks for, of a code for a phone. */
export function sending(world: World, { phoneNumber, purpose = 'registration', ...more }: Wish): SendPhoneCode {
  return {
    ...{ claimId: newClaim(purpose), purpose, merchantId: world.merchantId, mode: 'test', merchantName: 'Boutique' },
    ...{ caller: world.caller(), message: 'code', ...more },
    phoneNumber: world.gateway.seal('otp', phoneNumber, 'phone-code.phone'),
  };
}
export type Guess = Partial<Omit<CheckPhoneCode, 'otp'>> & { readonly claimId: string; readonly otp: string };
/** What auth asks for, of a guess at such a code. */
export function checking(world: World, { otp, ...more }: Guess): CheckPhoneCode {
  const usual = {
    purpose: 'registration',
    merchantId: world.merchantId,
    mode: 'test',
    caller: world.caller(),
  } as const;
  return { ...usual, ...more, otp: world.gateway.seal('otp', otp, 'phone-code.otp') };
}
