import { Injectable } from '@nestjs/common';
import type {
  CheckPhoneCodeCommand,
  InitOtpCommand,
  Reply,
  SendPhoneCodeCommand,
  VerifyOtpCommand,
} from '@paygate/contracts';
import type { Keep, KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords, Sealer } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { SourceCaps } from '../budgets/source-caps.js';
import { Pepper } from '../pepper.js';

type PaymentCommand = InitOtpCommand | VerifyOtpCommand;

/** What every command passes first: the caps of its address and key, and the record of its idempotency key. */
@Injectable()
export class Admission {
  constructor(
    private readonly caps: SourceCaps,
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly sealer: Sealer,
    private readonly pepper: Pepper,
  ) {}

  /**
   * The refusal of a source over its cap, the answer that the same idempotency key got before, or what `execute` answers and
   * keeps. Without a key nothing is recorded.
   */
  async admitKeyed<Answer>(
    action: OtpAction,
    command: PaymentCommand,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.admit(action, command, () => this.records.once(this.#keyed(action, command), execute));
  }

  /** The refusal of a source over its cap, or what `execute` answers. */
  async admit<Answer>(
    action: OtpAction,
    { caller }: PaymentCommand | SendPhoneCodeCommand | CheckPhoneCodeCommand,
    execute: () => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return (await this.caps.refusal(action, caller)) ?? execute();
  }

  /** A body may hold a code: its digest came sealed, and is stored as an HMAC. */
  #keyed(action: OtpAction, { merchantId, mode, idempotency }: PaymentCommand): KeyedRequest<OtpAction> | undefined {
    if (idempotency === undefined) return undefined;
    const bodyMacs = this.pepper.macs('body', this.sealer.open(idempotency.bodyHash, 'otp.body-hash'));
    return { merchantId, mode, action, keyHash: idempotency.keyHash, bodyMacs };
  }
}
