import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { DashboardEntrance } from './dashboard-entrance.js';
import { MailTokensRepository } from './mail-tokens.repository.js';
import { MembershipRecords } from './membership-records.js';
import type { Person } from './persons.repository.js';
import { PersonsRepository } from './persons.repository.js';

/** A password to be changed with a token that was good a moment ago. */
export interface TokenForPassword {
  readonly tokenHash: string;
  readonly person: Person;
  readonly passwordHash: string;
  /** The IP address of who chose it. */
  readonly address: string;
  readonly requestId: string;
}

/** Gives people another password, and ends what the one before has brought: sessions, waits, networks, and other tokens. */
@Injectable()
export class MemberPasswordChange {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly tokens: MailTokensRepository,
    private readonly entrance: DashboardEntrance,
    private readonly records: MembershipRecords,
  ) {}

  /** Uses the token up; false when it was used up meanwhile. */
  async execute(
    tx: DatabaseTransaction,
    { tokenHash, person, passwordHash, address, requestId }: TokenForPassword,
  ): Promise<boolean> {
    await this.persons.held(tx, person.id);
    if (!(await this.tokens.take(tx, tokenHash))) return false;
    await this.tokens.removeResets(tx, person.id);
    await this.persons.changePassword(tx, person.id, passwordHash);
    await this.entrance.beginAfresh(tx, person, address);
    await this.records.passwordReset(tx, person.id, requestId);
    return true;
  }
}
