import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import { RefusedPasswords } from './refused-passwords.js';

/** The person of a session that asks, and the request. */
export interface OwnRequest {
  readonly person: Person;
  readonly requestId: string;
}

/** Requests of people about themselves, by their sessions. A wrong current password is counted, whatever it was shown for. */
@Injectable()
export class PeopleOfSessions {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly refused: RefusedPasswords,
  ) {}

  async run<Answer>(
    sessionId: string,
    { requestId }: { readonly requestId: string },
    work: (request: OwnRequest) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const person = await this.persons.findBySession(sessionId);
    if (person === undefined) return refuse('token_invalid');
    const reply = await work({ person, requestId });
    if (!reply.ok && reply.code === 'credentials_invalid') await this.refused.ofSession(person, requestId);
    return reply;
  }
}
