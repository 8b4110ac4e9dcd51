import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { Database, inBatches } from '@paygate/platform';

/** The payer who is to approve a charge, and the phone. */
export interface Prompt {
  readonly chargeId: string;
  readonly intentId: string;
  readonly rail: MobileOperator;
  /** Sealed. */
  readonly phone: string;
  readonly phoneMasked: string;
  /** True when the payer has proved the phone: it is on file, or got the code of a guest. */
  readonly byOwner: boolean;
  /** The same for every prompt that counts with this one: one under each key, first the one that is stored. */
  readonly countedIndexes: readonly string[];
}

export interface PromptLimit {
  readonly prompts: number;
  readonly windowSeconds: number;
  readonly perDay: number;
}

interface Recent {
  readonly isKnown: boolean;
  /** Another attempt to pay the same intent counts already. */
  readonly isCounted: boolean;
  /** The time until one prompt fewer counts; none when it is not positive. */
  readonly waitSeconds: number;
}

const DELETED_AT_A_TIME = 1_000;
const KEPT_HOURS = 24;

/** The prompts that charges ask for. */
@Injectable()
export class PromptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Records a prompt, unless its phone got too many lately. Prompts of one phone are counted one after the other. All attempts to pay
   * one intent count once, because at most one of them is accepted. A charge that has its prompt keeps it. Prompts that others caused
   * do not count against the owner of the phone.
   * @returns seconds to wait; 0 when the prompt is recorded
   */
  take(prompt: Prompt, { prompts, windowSeconds, perDay }: PromptLimit): Promise<number> {
    const { chargeId, intentId, rail, phone, phoneMasked, byOwner, countedIndexes } = prompt;
    return this.database.transaction(async (tx) => {
      await tx.query({
        name: 'prompt-lock',
        text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        // the same in every instance, whichever key is first there
        values: [countedIndexes.toSorted()[0]],
      });
      const [recent] = await tx.query<Recent>({
        name: 'prompt-recent',
        text: recentSql,
        values: [countedIndexes, windowSeconds, chargeId, prompts, intentId, byOwner, perDay],
      });
      if (recent?.isKnown === true) return 0;
      if (recent !== undefined && !recent.isCounted && recent.waitSeconds > 0)
        return Math.max(1, Math.ceil(recent.waitSeconds));
      await tx.execute({
        name: 'prompt-insert',
        text: `INSERT INTO prompt (charge_id, rail, phone, phone_masked, phone_index, intent_id, by_owner)
          VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        values: [chargeId, rail, phone, phoneMasked, countedIndexes[0], intentId, byOwner],
      });
      return 0;
    });
  }

  /** Deletes prompts that are over: the operation of an accepted charge has its own copy of the phone. */
  deleteOld(): Promise<void> {
    return inBatches(DELETED_AT_A_TIME, () =>
      this.database.execute({
        name: 'prompts-delete',
        text: `DELETE FROM prompt WHERE charge_id = ANY (ARRAY (
          SELECT charge_id FROM prompt WHERE prepared_at < clock_timestamp() - make_interval(hours => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [KEPT_HOURS, DELETED_AT_A_TIME],
      }),
    );
  }
}

const DAY_SECONDS = 86_400;
const secondsSince = (place: string, window: string): string =>
  `(SELECT extract(epoch FROM prepared_at - clock_timestamp())::float8 + ${window} FROM recent WHERE place = ${place})`;

const recentSql = `
  WITH recent AS (
    SELECT intent_id, max(prepared_at) AS prepared_at, row_number() OVER (ORDER BY max(prepared_at) DESC) AS place
    FROM prompt WHERE phone_index = ANY ($1::text[]) AND (by_owner OR NOT $6::boolean)
      AND prepared_at > clock_timestamp() - interval '${DAY_SECONDS} s'
    GROUP BY intent_id)
  SELECT EXISTS (SELECT FROM prompt WHERE charge_id = $3) AS "isKnown",
    EXISTS (SELECT FROM recent WHERE intent_id = $5 AND prepared_at > clock_timestamp() - make_interval(secs => $2)) AS "isCounted",
    coalesce(greatest(${secondsSince('$4::integer', '$2::integer')}, ${secondsSince('$7::integer', String(DAY_SECONDS))}), 0) AS "waitSeconds"`;
