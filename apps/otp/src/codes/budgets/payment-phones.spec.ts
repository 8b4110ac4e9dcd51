import { beforeEach, expect, test } from '@jest/globals';
import { refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { PaymentPhones } from './payment-phones.js';

const calls: string[] = [];
let place = 1;
let dayRefusal: ReturnType<typeof refuse> | undefined;
const phones = {
  placeOf: () => Promise.resolve(place),
  take: (_tx: unknown, _phone: unknown, taken: number) => Promise.resolve(void calls.push(`take ${taken}`)),
};
const typedNumbers = {
  refused: (bound: string, refusal: unknown) => (calls.push(`refused ${bound}`), refusal),
  ofDay: () => Promise.resolve((calls.push('day'), dayRefusal)),
};
const bounds = new PaymentPhones({ OTP_GUEST_PHONES_PER_INTENT: 3 } as never, phones as never, typedNumbers as never);
const tooMany = refuse('otp_budget_spent');
const countedFor = newId('intent');
const phone = { intentId: countedFor, countedFor, subject: 's', phoneNumber: '+237670000001' };
const ask = () =>
  bounds.ofCode({} as never, phone, {
    ...{ merchantId: newId('merchant'), mode: 'test', isSent: true, tooMany },
    purpose: 'registration',
  });

beforeEach(() => {
  calls.length = 0;
  dayRefusal = undefined;
});

test.each([1, 2, 3])('the phone at place %i of a payment gets a code, and keeps its place', async (free) => {
  place = free;
  expect(await ask()).toBeUndefined();
  expect(calls).toEqual(['day', `take ${free}`]);
});

test('a fourth phone of a payment gets none, and takes nothing from the day of the merchant', async () => {
  place = 4;
  expect(await ask()).toBe(tooMany);
  expect(calls).toEqual(['refused phones_per_payment']);
});

test('a code that the day of the merchant refuses takes no place', async () => {
  place = 1;
  dayRefusal = refuse('rate_limited');
  expect(await ask()).toBe(dayRefusal);
  expect(calls).toEqual(['day']);
});
