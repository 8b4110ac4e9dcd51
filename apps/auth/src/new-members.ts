import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { MEMBERSHIPS_MAX, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { DashboardBrake } from './dashboard-brake.js';
import { MailTokensRepository } from './mail-tokens.repository.js';
import { MembersRepository } from './members.repository.js';
import type { Person } from './persons.repository.js';
import { PersonsRepository } from './persons.repository.js';

/** Somebody with the token of an invitation. */
export interface Newcomer {
  /** As the person was before the transaction. */
  readonly person: Person;
  readonly tokenHash: string;
  readonly newPassword: ChosenPassword | undefined;
}

/** A password of who has had none. */
export interface ChosenPassword {
  readonly hash: string;
  /** The IP address of who chose it. */
  readonly address: string;
}

/** Lets people in who were invited. In transactions that hold the merchant, so that of many with one token one finds it good. */
@Injectable()
export class NewMembers {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: MailTokensRepository,
    private readonly brake: DashboardBrake,
  ) {}

  /** Uses the token up and gives the person a password who has none; the refusal, before anything is written. */
  async admit(tx: DatabaseTransaction, { person, tokenHash, newPassword }: Newcomer): Promise<Refusal | undefined> {
    const held = await this.persons.held(tx, person.id);
    if (held === undefined || !(await this.tokens.isGood(tx, tokenHash))) return refuse('mail_token_invalid');
    // a password that was chosen or changed meanwhile is not the one that was shown
    if (held.passwordHash !== person.passwordHash) return refuse('credentials_invalid');
    if ((await this.members.countOfPerson(tx, person.id)) >= MEMBERSHIPS_MAX) return refuse('member_limit_reached');
    await this.tokens.take(tx, tokenHash);
    if (newPassword !== undefined) {
      await this.persons.changePassword(tx, person.id, newPassword.hash);
      await this.brake.welcome(tx, person, newPassword.address);
    }
    return undefined;
  }
}
