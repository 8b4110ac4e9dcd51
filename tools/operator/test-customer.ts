import { randomBytes } from 'node:crypto';
import { AMOUNT_PATTERN, importUsers, isMobileNumber, topUpWallet } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';

const PASSWORD_BYTES = 12;
const MODE = 'test' as const;

/**
 * Makes a customer of test mode who can sign in and pay from a wallet with `amount` XAF, and prints id and password. A customer who has the
 * number already keeps password and wallet, and gets the amount besides.
 */
export function testCustomer(
  phoneNumber = '',
  amount = '',
): (operator: Pick<Operator, 'send' | 'seal'>) => Promise<object> {
  if (!isMobileNumber(phoneNumber)) throw new BadUsage(`"${phoneNumber}" is not a mobile number such as +237677000001`);
  if (!AMOUNT_PATTERN.test(amount)) throw new BadUsage(`"${amount}" is not an amount in minor units`);
  return async ({ send, seal }) => {
    const [wantedId, password] = [newId('user'), randomBytes(PASSWORD_BYTES).toString('base64url')];
    const imported = {
      userId: wantedId,
      phoneNumber: seal('auth', phoneNumber, 'import-users.phone'),
      passwordHash: await hashPassword(password),
    };
    const { userIds } = accepted(await send(importUsers, { mode: MODE, users: [imported] }));
    const [userId = wantedId] = userIds;
    const topUp = { topUpId: newId('topUp'), userId, mode: MODE, currency: 'XAF', amount } as const;
    // the password is in no other place, so it is printed whatever becomes of the wallet
    const made = { userId, phoneNumber, ...(userId === wantedId ? { password } : {}) };
    const reply = await send(topUpWallet, topUp);
    return reply.ok ? { ...made, balance: reply.data.balance } : { ...made, refused: reply.code };
  };
}
