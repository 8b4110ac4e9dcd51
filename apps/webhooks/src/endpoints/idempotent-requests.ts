import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode, Reply } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { IdempotencyRecords } from '@paygate/platform';

/** The commands whose effects are recorded under an idempotency key. */
export type KeyedAction =
  | 'create-webhook-endpoint'
  | 'rotate-webhook-secret'
  | 'recover-webhook-endpoint'
  | 'test-webhook-endpoint'
  | 'redeliver-webhook';

interface KeyedCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly idempotency?: Idempotency | undefined;
}

/** Executes requests once per idempotency key, and returns the recorded answer to their repetitions. */
@Injectable()
export class IdempotentRequests {
  constructor(
    private readonly records: IdempotencyRecords<KeyedAction>,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Returns the answer recorded for the same request, or executes it in one transaction. What `work` accepts is recorded
   * as `recorded` gives it: without what is shown once.
   */
  once<Answer>(
    action: KeyedAction,
    { merchantId, mode, idempotency }: KeyedCommand,
    work: (tx: Transaction) => Promise<Reply<Answer>>,
    recorded: (answer: Answer) => Answer = (answer) => answer,
  ): Promise<Reply<Answer>> {
    // the digests stand in place of HMACs: these bodies hold no secret that could be guessed from them
    const keyed = idempotency && {
      ...{ merchantId, mode, action, keyHash: idempotency.keyHash },
      bodyMacs: [Buffer.from(idempotency.bodyHash, 'base64url')],
      contentMacs: idempotency.contentHash === undefined ? [] : [Buffer.from(idempotency.contentHash, 'base64url')],
    };
    return this.records.once<Answer>(keyed, (keep) =>
      this.unitOfWork.run(async (tx) => {
        const reply = await work(tx);
        if (reply.ok && reply.replayed !== true) await keep(tx, recorded(reply.data));
        return reply;
      }),
    );
  }
}
