import { Injectable } from '@nestjs/common';
import type { DeclinedCharge, RequestedCharge } from './charge-events.js';
import { ChargeEvents } from './charge-events.js';
import { ChargesRepository } from './charges.repository.js';
import { ChargingConfig } from '../config.js';
import type { Charge } from './domain/charge.js';
import { chargeKeys } from './domain/charge.js';
import type { AppendAccountName } from '../books/ledger/domain/ledger.js';
import { merchantAccount, platformAccount } from '../books/ledger/domain/ledger.js';
import { rounds } from '../books/ledger/domain/rounds.js';
import { limitsOf } from '../books/wallets/wallet-limits.js';
import { Posting } from '../books/ledger/posting.js';

/**
 * Decides whether the money of wallets moves. A charge is settled once, by the statement
 * that also posts it and inserts its event. A redelivered charge finds its row and has no effect.
 */
@Injectable()
export class SettleCharges {
  constructor(
    private readonly charges: ChargesRepository,
    private readonly posting: Posting,
    private readonly events: ChargeEvents,
    private readonly config: ChargingConfig,
  ) {}

  async settle(requested: readonly RequestedCharge[]): Promise<void> {
    for (const round of rounds(requested, ({ charge }) => chargeKeys(charge))) {
      const declined = await this.#succeed(round);
      if (declined.length > 0) await this.decline(declined);
    }
  }

  /** Declines charges that have not been settled. */
  async decline(declined: readonly DeclinedCharge[]): Promise<void> {
    const charges = declined.map(({ charge }) => charge);
    const codes = declined.map(({ code }) => code);
    const events = this.events.failed(declined);
    const written = await this.charges.decline(charges, codes, events);
    this.events.publish(events, (index) => written.has(charges[index]?.chargeId ?? ''));
  }

  /** Moves the money of the charges that may. Returns the others; nothing is written of them yet. */
  async #succeed(requested: readonly RequestedCharge[]): Promise<DeclinedCharge[]> {
    const charges = requested.map(({ charge }) => charge);
    const events = this.events.succeeded(requested);
    const terms = { startSeconds: this.config.CHARGE_START_SECONDS, ...limitsOf(this.config) };
    const settlements = await this.posting.to(charges.flatMap(creditedAccounts), () =>
      this.charges.succeed(charges, events, terms),
    );
    const settled = requested.map((one) => ({ one, settlement: settlements.get(one.charge.chargeId) }));
    this.events.publish(events, (index) => settled[index]?.settlement === 'succeeded');
    return settled.flatMap(({ one, settlement }) => {
      if (settlement === undefined) throw new Error('a charge has no settlement');
      return settlement === 'succeeded' || settlement === 'known' ? [] : [{ ...one, code: settlement }];
    });
  }
}

/** The accounts a charge is posted to: the merchant's, and the platform's unless the fee is nothing. */
function creditedAccounts({ merchantId, ledger, fee }: Charge): readonly AppendAccountName[] {
  const merchant = merchantAccount(merchantId, ledger);
  return fee > 0n ? [merchant, platformAccount('fees', ledger)] : [merchant];
}
