import { Injectable } from '@nestjs/common';
import type { BalanceEntry, FeeMethod, TransactionType } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { textOfAdjustment } from '../../outgoing/adjustments/adjustment-text.js';
import type { ExplainedEntry } from './entries.repository.js';
import { SettlementSchedule } from '../../books/sums/settlement-schedule.js';

const LEDGERS = 10_000n;

/** Entries as other services see them. */
@Injectable()
export class EntryViews {
  constructor(private readonly schedule: SettlementSchedule) {}

  of({ entry, ...explained }: ExplainedEntry): BalanceEntry {
    const { net, postedAt } = entry;
    const { charge, refund, reversal, adjustment, match, operation } = explained;
    const { mode } = ofLedger(Number(-entry.accountId % LEDGERS));
    const known = charge ?? refund ?? reversal ?? match;
    const method: FeeMethod | undefined =
      operation?.rail ??
      reversal?.rail ??
      match?.rail ??
      (known !== undefined && entry.otherId > 0n ? 'wallet' : undefined);
    const comesFromRail = net > 0n && entry.otherId < 0n && adjustment === undefined;
    const availableAt = comesFromRail ? this.schedule.availableAt(postedAt, mode, method) : postedAt;
    const fee = charge?.fee ?? match?.fee ?? 0n;
    return {
      ...{ id: idOf(entry), type: typeOf({ entry, ...explained }) },
      ...{ gross: (net + fee).toString(), fee: fee.toString(), net: net.toString() },
      ...{ method: method ?? null, paymentIntentId: known?.intentId ?? null },
      ...{ chargeId: known?.chargeId ?? null, refundId: refund?.refundId ?? null },
      providerReference: operation?.providerReference ?? null,
      payoutId: operation?.kind === 'payout' ? operation.operationId : null,
      ...(adjustment === undefined ? {} : { description: textOfAdjustment(adjustment) }),
      ...{ availableAt: availableAt.toISOString(), createdAt: postedAt.toISOString() },
    };
  }
}

/** The place that a transaction's id names. */
export function placeIn(id: string): { readonly journalId: string; readonly leg: number } {
  const [journalId = '', leg = '1'] = id.split('.');
  return { journalId, leg: Number(leg) };
}

function idOf({ journalId, leg }: ExplainedEntry['entry']): string {
  return leg === 1 ? journalId : `${journalId}.${leg}`;
}

function typeOf({ entry, charge, refund, reversal, adjustment, match, operation }: ExplainedEntry): TransactionType {
  if (charge !== undefined) return 'charge';
  if (refund !== undefined) return 'refund';
  if (reversal !== undefined) return 'reversal';
  if (adjustment !== undefined) return 'adjustment';
  if (match !== undefined) return 'late_payment';
  if (operation?.kind === 'payout' && entry.leg === 1) return 'payout';
  return 'fee';
}
