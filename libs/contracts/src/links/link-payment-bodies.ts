import { IsOptional, IsUrl } from 'class-validator';
import { badAmount } from '../payments/intent-bodies.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsId, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';

/** Bodies of requests and answers about the payments of links. */
export class PayLinkRequest {
  @Note({
    description: 'The amount that the payer names, when the link has no amount of its own; otherwise absent.',
    example: '2500',
  })
  @IsOptional()
  @IsAmount(badAmount)
  amount?: string | null;
}

/** A payment that a payer has begun by a link. */
export class LinkPaymentView {
  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({
    description: 'The payment page, where the payer goes on; null where Paygate runs without the page.',
    example: null,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  checkoutUrl!: string | null;

  @Note({ example: '2500' })
  @IsAmount()
  amount!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The payment lapses at this moment.', example: '2026-11-20T10:30:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;
}
