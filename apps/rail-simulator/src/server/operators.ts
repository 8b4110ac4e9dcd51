import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FaultDials } from '../faults/fault-dials.js';
import { MomoApi } from '../momo/momo-api.js';
import { OrangeApi } from '../orange/orange-api.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { json } from '../wire/exchange.js';
import { RequestJournal } from '../wire/request-journal.js';

const TOKEN_PATH = /\/token\/?$/;

/** Gives each request to the operator that it is for, and records it. */
@Injectable()
export class Operators {
  constructor(
    private readonly momo: MomoApi,
    private readonly orange: OrangeApi,
    private readonly dials: FaultDials,
    private readonly journal: RequestJournal,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const answer = await this.#answerOrFault(request);
    await this.journal.record(request, answer);
    return answer;
  }

  /** Random faults strike payments, not tokens, without which nothing would be asked. */
  async #answerOrFault(request: WireRequest): Promise<WireAnswer> {
    if (TOKEN_PATH.test(request.path)) return this.#ask(request);
    if (await this.dials.strikes('no_answer')) {
      if (randomInt(2) === 0) await this.#ask(request);
      return { kind: 'silence' };
    }
    const answer = await this.#ask(request);
    return (await this.dials.strikes('lost_answer')) ? { kind: 'reset' } : answer;
  }

  async #ask(request: WireRequest): Promise<WireAnswer> {
    const { path } = request;
    if (/^\/(collection|disbursement)\//.test(path)) return this.momo.answer(request);
    if (path === '/token' || path.startsWith('/omcoreapis/')) return this.orange.answer(request);
    return json(404, { statusCode: 404, message: 'Resource not found' });
  }
}
