import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import { mobileOperators, modes } from '@paygate/contracts';
import { reasonOf } from '@paygate/platform';
import type { FetchStatement } from '../../rails/connectors/connector.js';
import { Rails } from '../../rails/connectors/rails.js';
import { ComparisonRepository } from './comparison.repository.js';
import { ReconcileStatements } from './reconcile-statements.js';
import type { RailDay } from './runs.repository.js';
import { RunsRepository } from './runs.repository.js';

/** The time-out of fetching a statement. Below the age at which another instance takes a fetch for dead. */
const FETCH_MS = 120_000;

/** The periodic work of reconciliation: fetches statements, reads uploads, and compares again what has changed since. */
@Injectable()
export class FetchStatements {
  constructor(
    private readonly rails: Rails,
    private readonly runs: RunsRepository,
    private readonly statements: ReconcileStatements,
    private readonly comparison: ComparisonRepository,
  ) {}

  async run(): Promise<void> {
    for (const rail of mobileOperators) for (const mode of modes) await this.#fetchMissed(rail, mode);
    await this.readUploads();
    await this.comparison.compareAgain();
  }

  async readUploads(): Promise<void> {
    for (let run = await this.runs.claim(); run !== undefined; run = await this.runs.claim())
      await this.statements.reconcile(run, this.runs.parts(run.runId));
  }

  /** False when the rail serves no statements, or the day has not ended, or it was asked a moment ago. */
  async fetch(railDay: RailDay): Promise<boolean> {
    const statement = this.#serving(railDay.rail, railDay.mode);
    const run = statement === undefined ? undefined : await this.runs.beginFetch(railDay);
    if (statement === undefined || run === undefined) return false;
    try {
      const answer = await statement(railDay.day, AbortSignal.timeout(FETCH_MS));
      if (answer.kind === 'failure') await this.runs.refuse(run.runId, answer.remark);
      else await this.statements.reconcile(run, answer.bytes);
    } catch (error) {
      await this.runs.refuse(run.runId, reasonOf(error));
    }
    return true;
  }

  async #fetchMissed(rail: MobileOperator, mode: Mode): Promise<void> {
    if (this.#serving(rail, mode) === undefined) return;
    for (const day of await this.runs.daysToFetch(rail, mode)) await this.fetch({ rail, mode, day });
  }

  #serving(rail: MobileOperator, mode: Mode): FetchStatement | undefined {
    const connector = this.rails.of(rail, mode);
    return connector?.isConfigured() === true ? connector.statement : undefined;
  }
}
