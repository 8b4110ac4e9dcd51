import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { operatorDegraded, operatorRecovered } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { JobScheduler, newId } from '@paygate/platform';
import { stateOf } from './domain/operator-state.js';
import { OperatorStatesRepository } from './operator-states.repository.js';
import type { MethodOutcomes } from './outcomes.repository.js';
import { RecentOutcomes } from './recent-outcomes.js';

const EVERY_SECONDS = 10;

/**
 * Notifies merchants, in the transaction that records the change, when the payments of an operator fail or are slow, and when they do no longer. While too few
 * outcomes tell, the last state stands.
 */
@Injectable()
export class WatchOperators implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly outcomes: RecentOutcomes,
    private readonly states: OperatorStatesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'operator states', everySeconds: EVERY_SECONDS, work: () => this.run() });
  }

  async run(): Promise<void> {
    const { methods } = await this.outcomes.current();
    for (const outcomes of methods) if (outcomes.method === 'collect') await this.#watch(outcomes);
  }

  async #watch({ rail, mode, last5Minutes, last60Minutes }: MethodOutcomes): Promise<void> {
    const state = stateOf([last5Minutes, last60Minutes]);
    if (state === 'unknown') return;
    const isDegraded = state !== 'operational';
    await this.unitOfWork.run(async (tx) => {
      const changedAt = await this.states.change(tx, rail, mode, isDegraded);
      if (changedAt === undefined) return;
      const operator = { operator: rail, state, last5Minutes, last60Minutes };
      const change = { eventId: newId('event'), mode, operator, occurredAt: changedAt.toISOString() };
      tx.emit(isDegraded ? operatorDegraded : operatorRecovered, change);
    });
  }
}
