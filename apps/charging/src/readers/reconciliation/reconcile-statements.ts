import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { ComparisonRepository } from './comparison.repository.js';
import type { ReadFile } from './comparison.repository.js';
import type { ReadLine } from './domain/read-statement.js';
import { lineName, readStatement } from './domain/read-statement.js';
import { StatementRefused } from './domain/text-lines.js';
import type { Run } from './runs.repository.js';
import { RunsRepository } from './runs.repository.js';

const LINES_AT_ONCE = 1_000;

/** Reads the file of a run as a stream, and compares it with what is here. */
@Injectable()
export class ReconcileStatements {
  constructor(
    private readonly runs: RunsRepository,
    private readonly comparison: ComparisonRepository,
    private readonly phones: PayerPhones,
    private readonly logger: Logger,
  ) {}

  /** A file that is no statement is refused as a whole; a line that cannot be read is listed with its number. */
  async reconcile(run: Run, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const file = await this.#read(run, bytes);
      if (run.fileHash !== null && run.fileHash !== file.hash)
        throw new StatementRefused('the file has another SHA-256');
      await this.comparison.conclude(run, file);
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      this.logger.warn('a statement was refused', { name: `${run.rail} ${run.mode} ${run.day}` });
      await this.runs.refuse(run.runId, error.message);
    }
  }

  async #read({ runId, day }: Run, chunks: AsyncIterable<Uint8Array>): Promise<ReadFile> {
    const hash = createHash('sha256');
    let [bytes, lines, blank] = [0, 0, 0];
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    let pending: ReadLine[] = [];
    for await (const read of readStatement(counted(), day)) {
      for (const line of read.lines) {
        pending.push(this.#sealed(runId, line));
        if (pending.length < LINES_AT_ONCE) continue;
        await this.runs.addLines(runId, pending);
        pending = [];
      }
      lines += read.lines.length;
      blank += read.blank;
    }
    if (pending.length > 0) await this.runs.addLines(runId, pending);
    return { hash: hash.digest('hex'), bytes, lines, blank };
  }

  /** The phone of a line is sealed before it is stored. */
  #sealed(runId: bigint, given: ReadLine): ReadLine {
    if (!('line' in given) || given.line.phone === null) return given;
    const phone = this.phones.seal(given.line.phone, lineName(runId, given.number));
    return { ...given, line: { ...given.line, phone } };
  }
}
