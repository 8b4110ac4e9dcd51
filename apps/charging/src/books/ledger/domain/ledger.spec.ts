import { describe, expect, it } from '@jest/globals';
import { currencyCodes, modes } from '@paygate/contracts';
import { accountKey, ledgerOf, merchantAccount, platformAccount, walletKey } from './ledger.js';

describe('ledgers', () => {
  it('are one for each currency of each mode', () => {
    const numbers = modes.flatMap((mode) => currencyCodes.map((currency) => ledgerOf(mode, currency)));
    expect(new Set(numbers).size).toBe(modes.length * currencyCodes.length);
    for (const number of numbers) expect(number > 0 && number < 2_000).toBe(true);
  });

  it('have the number of their currency, and that plus a thousand in test mode', () => {
    expect(ledgerOf('live', 'XAF')).toBe(950);
    expect(ledgerOf('test', 'XOF')).toBe(1_952);
  });

  it('differ by owner, kind and ledger', () => {
    const accounts = [
      merchantAccount('mer_1', 950),
      merchantAccount('mer_1', 1_950),
      merchantAccount('mer_2', 950),
      platformAccount('fees', 950),
      platformAccount('bank', 950),
    ];
    expect(new Set(accounts.map(accountKey)).size).toBe(accounts.length);
    expect(walletKey({ userId: 'usr_1', ledger: 950 })).not.toBe(walletKey({ userId: 'usr_1', ledger: 1_950 }));
  });
});
