import { Injectable } from '@nestjs/common';
import type {
  AskPhoneCommand,
  CheckPhoneCodeCommand,
  InitOtpCommand,
  Reply,
  Sealed,
  SendPhoneCodeCommand,
  SendWithdrawalCodeCommand,
  VerifyOtpCommand,
} from '@paygate/contracts';
import type { KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords, Sealer } from '@paygate/platform';
import type { CodeAction, OtpAction } from '../budgets/source-caps.js';
import { SourceCaps } from '../budgets/source-caps.js';
import { Pepper } from '../../pepper.js';

type PaymentCommand = InitOtpCommand | VerifyOtpCommand;

/** The checks that every command passes first: the caps of its address and key. */
@Injectable()
export class Admission {
  constructor(
    private readonly caps: SourceCaps,
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly sealer: Sealer,
    private readonly pepper: Pepper,
  ) {}

  /**
   * The refusal of a source over its cap, or what `execute` answers. It looks up the record of the idempotency key, and keeps its
   * answer there. Without a key nothing is recorded.
   */
  async admitKeyed<Answer>(
    action: CodeAction,
    command: PaymentCommand,
    execute: (keyed: KeyedRequest<OtpAction> | undefined) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.admit(action, command, () => {
      const keyed = this.keyed(action, command);
      return keyed === undefined ? execute(keyed) : this.records.taking(() => execute(keyed));
    });
  }

  /** The refusal of a source over its cap, or what `execute` answers. */
  async admit<Answer>(
    action: CodeAction,
    { caller }: PaymentCommand | SendPhoneCodeCommand | SendWithdrawalCodeCommand | CheckPhoneCodeCommand,
    execute: () => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return (await this.caps.refusal(action, caller)) ?? execute();
  }

  /** A body may hold a code or a phone: its digests came sealed, and are stored as HMACs. */
  keyed(
    action: OtpAction,
    { merchantId, mode, idempotency }: PaymentCommand | AskPhoneCommand,
  ): KeyedRequest<OtpAction> | undefined {
    if (idempotency === undefined) return undefined;
    const macsOf = (digest: Sealed) => this.pepper.macs('body', this.sealer.open(digest, 'otp.body-hash'));
    const { keyHash, bodyHash, contentHash } = idempotency;
    const contentMacs = contentHash === undefined ? [] : macsOf(contentHash);
    return { merchantId, mode, action, keyHash, bodyMacs: macsOf(bodyHash), contentMacs };
  }
}
