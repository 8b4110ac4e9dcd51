import { Injectable } from '@nestjs/common';
import type { InitOtp, Reply, VerifyOtp } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Sealer } from '@paygate/platform';
import { Codes } from './codes.js';
import type { OtpAction } from './domain/otp-action.js';
import type { AnswerKey } from './kept-answers.repository.js';
import { KeptAnswersRepository } from './kept-answers.repository.js';
import { Vault } from './vault.js';

/**
 * Keeps the answer of a request in the transaction of its effect. `mismatches` is how many wrong bodies have been tried
 * before it. Throws {@link KeyTaken}, which undoes the effect, when the key has an answer already.
 */
export type Keep<Answer> = (tx: DatabaseTransaction, answer: Answer, mismatches?: number) => Promise<void>;

export const keepNothing: Keep<unknown> = () => Promise.resolve();

/** Another request with the same idempotency key was faster. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** A request with an idempotency key. */
interface KeyedRequest {
  readonly key: AnswerKey;
  readonly bodyMac: Buffer;
}

/** Answers under idempotency keys. Only what was granted is kept: a refusal had no effect, and may be asked for again. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly repository: KeptAnswersRepository,
    private readonly sealer: Sealer,
    private readonly codes: Codes,
    private readonly vault: Vault,
  ) {}

  /** The answer that an earlier request with the same key got; undefined when there was none. */
  async earlier<Answer>(action: OtpAction, command: InitOtp | VerifyOtp): Promise<Reply<Answer> | undefined> {
    const request = this.#keyed(action, command);
    if (request === undefined) return undefined;
    const earlier = await this.repository.earlier(request.key, request.bodyMac);
    if (earlier === undefined) return undefined;
    if (earlier.sealedAnswer === null) return refuse('idempotency_key_reused');
    const text = this.vault.open(earlier.sealedAnswer, 'otp_answer.answer', rowOf(request.key));
    return { ...accept(JSON.parse(text) as Answer), replayed: true };
  }

  /** What keeps the answer to a command; without a key it keeps nothing. */
  keeper<Answer>(action: OtpAction, command: InitOtp | VerifyOtp): Keep<Answer> {
    const request = this.#keyed(action, command);
    if (request === undefined) return keepNothing;
    const { key, bodyMac } = request;
    return async (tx, answer, mismatches = 0) => {
      const sealedAnswer = this.vault.seal(JSON.stringify(answer), 'otp_answer.answer', rowOf(key));
      if (!(await this.repository.keep(tx, key, { bodyMac, sealedAnswer, mismatches }))) throw new KeyTaken();
    };
  }

  #keyed(action: OtpAction, { merchantId, mode, idempotency }: InitOtp | VerifyOtp): KeyedRequest | undefined {
    if (idempotency === undefined) return undefined;
    const key = { merchantId, mode, action, keyHash: idempotency.keyHash };
    return { key, bodyMac: this.codes.macOfBody(this.sealer.open(idempotency.bodyHash, 'otp.body-hash')) };
  }
}

const rowOf = ({ merchantId, mode, action, keyHash }: AnswerKey): string =>
  [merchantId, mode, action, keyHash].join(':');
