import { Injectable } from '@nestjs/common';
import { MomoApi } from '../momo/momo-api.js';
import { OrangeApi } from '../orange/orange-api.js';
import type { WireAnswer, WireRequest } from './exchange.js';
import { json } from './exchange.js';
import { RequestJournal } from './request-journal.js';

/** Gives each request to the operator that it is for, and records it. */
@Injectable()
export class Operators {
  constructor(
    private readonly momo: MomoApi,
    private readonly orange: OrangeApi,
    private readonly journal: RequestJournal,
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const answer = await this.#ask(request);
    await this.journal.record(request, answer);
    return answer;
  }

  async #ask(request: WireRequest): Promise<WireAnswer> {
    const { path } = request;
    if (path.startsWith('/collection/')) return this.momo.answer(request);
    if (path === '/token' || path.startsWith('/omcoreapis/')) return this.orange.answer(request);
    return json(404, { statusCode: 404, message: 'Resource not found' });
  }
}
