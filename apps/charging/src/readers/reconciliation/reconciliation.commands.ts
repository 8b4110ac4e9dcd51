import { Controller } from '@nestjs/common';
import type {
  AcceptReconciliationCommand,
  AddStatementPartCommand,
  BeginStatementCommand,
  EndStatementCommand,
  ListReconciliationItemsCommand,
  RailDayCommand,
  ReconciliationAccepted,
  ReconciliationInfo,
  ReconciliationItems,
  ReconciliationsOfDay,
  Reply,
  StatementPartAdded,
} from '@paygate/contracts';
import {
  accept,
  acceptReconciliation,
  addStatementPart,
  beginStatement,
  endStatement,
  listReconciliationItems,
  readReconciliation,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ComparisonRepository } from './comparison.repository.js';
import { reconciliationItemOf, reconciliationOf } from './reconciliations.view.js';
import { RunsRepository } from './runs.repository.js';

type Producer = Pick<Received<object>, 'producer'>;

const NOT_ENDED = { param: 'day', detail: 'the day has not ended, or there is no such day' };
const NO_UPLOAD = { param: 'runId', detail: 'no upload is under way with this id, or parts are missing' };
const NOT_STANDING = { param: 'runId', detail: 'this comparison does not stand for the day: print the report again' };

/** Statements and their comparison, for operators alone. */
@Controller()
export class ReconciliationCommands {
  constructor(
    private readonly runs: RunsRepository,
    private readonly comparison: ComparisonRepository,
  ) {}

  @HandleCommand(beginStatement)
  async begin(command: BeginStatementCommand, { producer }: Producer): Promise<Reply<ReconciliationInfo>> {
    if (producer !== 'operator') return refuse('scope_missing');
    if (!isDay(command)) return refuse('parameter_invalid', NOT_ENDED);
    const run = await this.runs.begin(command, command.fileHash, BigInt(command.fileBytes));
    return run === undefined ? refuse('parameter_invalid', NOT_ENDED) : accept(reconciliationOf(run));
  }

  @HandleCommand(addStatementPart)
  async add(
    { runId, number, bytes }: AddStatementPartCommand,
    { producer }: Producer,
  ): Promise<Reply<StatementPartAdded>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const isAdded = await this.runs.addPart(BigInt(runId), number, Buffer.from(bytes, 'base64'));
    return isAdded ? accept({ number }) : refuse('parameter_invalid', NO_UPLOAD);
  }

  /** The scheduled job reads the file: it may take longer than a command. */
  @HandleCommand(endStatement)
  async end({ runId, parts }: EndStatementCommand, { producer }: Producer): Promise<Reply<ReconciliationInfo>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const run = await this.runs.received(BigInt(runId), parts);
    if (run === undefined || run.state === 'receiving') return refuse('parameter_invalid', NO_UPLOAD);
    return accept(reconciliationOf(run));
  }

  @HandleCommand(readReconciliation)
  read(command: RailDayCommand, { producer }: Producer): Promise<Reply<ReconciliationsOfDay>> {
    if (producer !== 'operator') return Promise.resolve(refuse('scope_missing'));
    return isDay(command) ? this.#ofDay(command) : Promise.resolve(accept({ runs: [] }));
  }

  @HandleCommand(listReconciliationItems)
  async items(
    { runId, after, limit }: ListReconciliationItemsCommand,
    { producer }: Producer,
  ): Promise<Reply<ReconciliationItems>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const items = await this.comparison.items(BigInt(runId), after, limit);
    return accept({ items: items.map(reconciliationItemOf) });
  }

  @HandleCommand(acceptReconciliation)
  async accept(command: AcceptReconciliationCommand, { producer }: Producer): Promise<Reply<ReconciliationAccepted>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const run = isDay(command) ? await this.runs.accept(command, command.acceptance) : undefined;
    return run === undefined ? refuse('parameter_invalid', NOT_STANDING) : accept({ run: reconciliationOf(run) });
  }

  async #ofDay(railDay: RailDayCommand): Promise<Reply<ReconciliationsOfDay>> {
    return accept({ runs: (await this.runs.ofDay(railDay)).map(reconciliationOf) });
  }
}

/** The calendar has the day: 30 February has the form of one. */
function isDay({ day }: Pick<RailDayCommand, 'day'>): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
