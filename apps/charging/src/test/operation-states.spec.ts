import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RailOperation } from '../rails/operations/operation.js';
import type { OperationState, Verb } from '../rails/operations/operation-status.js';
import { endStates, moves, operationStates, pairsOf, verbs } from '../rails/operations/operation-status.js';
import { ChargeOperations } from '../charges/charge-operations.js';
import { AMOUNT, askFirst, NOT_FOUND_SECONDS, OperationsUnderTest } from './operations-under-test.js';

const OLD_SECONDS = 130;
/** The verbs for an operation that is too old to begin. */
const LATE: readonly Verb[] = ['decline-unsent'];
const OPERATOR = { notFoundSeconds: NOT_FOUND_SECONDS } as const;

let charging: OperationsUnderTest;
beforeAll(async () => {
  charging = await OperationsUnderTest.start();
  charging.pauseWorkers();
});
afterAll(() => charging.end());

/** Each verb by the statement that makes it, on an operation about which nothing else stands in its way. */
const statements = (): Readonly<Record<Verb, (operation: RailOperation) => Promise<boolean>>> => {
  const { repository } = charging;
  const settle = charging.of(0).get(ChargeOperations);
  const remark = 'walked';
  const code = 'rail_error';
  return {
    'ask-first': async ({ operationId, state }) => {
      await askFirst(charging.world.database);
      return (await charging.find(operationId)).state !== state;
    },
    'keep-token': (operation) => repository.keepRailToken(operation, `token-${operation.operationId}`),
    submit: (operation) => repository.beginSubmission(operation, 120),
    'take-back': ({ attempt, ...operation }) => repository.takeBack({ ...operation, attempt: attempt - 1 }, remark, 60),
    postpone: (operation) => repository.postpone(operation, { remark }, 60),
    accept: (operation) => repository.accept(operation, { nextSeconds: 60 }),
    escalate: (operation) => repository.escalate(operation, 'too_old'),
    suspend: (operation) => settle.suspend(operation, { amount: AMOUNT + 1n }),
    contradict: (operation) => repository.contradict(operation, remark),
    succeed: (operation) => settle.succeed(operation, { decider: 'rail', remark }),
    decline: (operation) => settle.decline(operation, { decider: 'rail', code, remark }),
    'decide-succeeded': (operation) => settle.succeed(operation, { decider: OPERATOR, remark }),
    'decide-declined': (operation) => settle.decline(operation, { decider: OPERATOR, code, remark }),
    'decline-unsent': (operation) => settle.decline(operation, { decider: 'rail', code, remark, startSeconds: 120 }),
    close: (operation) => repository.close(operation),
    'look-again': (operation) => repository.lookAgain(operation, 60),
    acknowledge: (operation) => repository.acknowledge(operation),
  };
};

/** Guarantees that the statements move an operation as the table says, and that the database knows no other move. */
describe('a rail operation', () => {
  it.each(verbs.flatMap((verb) => operationStates.map((state) => ({ verb, state }))))(
    'that is $state goes where the table says: $verb',
    async ({ verb, state }) => {
      const id = await charging.opened(state, { ageSeconds: LATE.includes(verb) ? OLD_SECONDS : 0 });
      await charging.notFoundFor(id, NOT_FOUND_SECONDS + 1);
      if (verb === 'accept') await charging.world.database.query(PROMPTED, [id]);
      const to = moves[verb][state];
      expect(await statements()[verb](await charging.find(id))).toBe(to !== undefined);
      expect(await charging.find(id)).toMatchObject({ state: to ?? state });
    },
  );

  it.each(operationStates.flatMap((from) => operationStates.map((to) => ({ from, to }))))(
    'makes only legal moves, whatever code runs: $from → $to',
    async ({ from, to }) => {
      const id = await charging.opened(from);
      const result = charging.world.database.query(MOVED, [id, to]);
      const isLegal = pairsOf(moves).some(([legalFrom, legalTo]) => legalFrom === from && legalTo === to);
      if (isLegal) await expect(result).resolves.toBeDefined();
      else await expect(result).rejects.toThrow(refusalOf(from, to));
    },
  );
});

const PROMPTED = 'UPDATE rail_operation SET prompted_at = clock_timestamp() WHERE operation_id = $1';
const MOVED = `UPDATE rail_operation SET state = $2,
  ended_at = CASE WHEN $2 IN ('succeeded', 'declined') THEN clock_timestamp() END WHERE operation_id = $1`;

function refusalOf(from: OperationState, to: OperationState): string {
  if (endStates.includes(from)) return 'a decided rail operation stays decided';
  return `a rail operation does not move from ${from} to ${to}`;
}
