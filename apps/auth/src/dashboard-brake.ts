import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { DASHBOARD, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { passwordMatches } from '@paygate/platform';
import type { NewPasswordAsker } from './new-passwords.js';
import type { Person } from './persons.repository.js';
import { PersonsRepository } from './persons.repository.js';
import { SignInBrake } from './sign-in-brake.js';
import { SignInLanes } from './sign-in-lanes.js';
import { Vault } from './vault.js';

/** A password that is shown for an address. */
export interface PasswordShown {
  readonly emailIndex: Buffer;
  readonly password: string;
  /** The IP address of who shows it. */
  readonly address: string;
  readonly messageId: string;
}

/** Members are the same in both modes, and their passwords open live mode. */
const MODE = 'live';
/** The dashboard, where new passwords are asked for. */
export const dashboardAsker: NewPasswordAsker = { merchantId: DASHBOARD, mode: MODE, address: undefined };

/** The brake of sign-in, for people of the dashboard: their addresses count as phone numbers do. */
@Injectable()
export class DashboardBrake {
  constructor(
    private readonly brake: SignInBrake,
    private readonly lanes: SignInLanes,
    private readonly vault: Vault,
    private readonly persons: PersonsRepository,
  ) {}

  /** {@link guard}, for the person of an e-mail address. */
  guardEmail<Answer>(
    email: string,
    shown: Omit<PasswordShown, 'emailIndex'>,
    work: (person: Person) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const emailIndex = this.persons.indexOf(email);
    return this.guard({ ...shown, emailIndex }, () => this.persons.findByEmail(email), work);
  }

  /**
   * Goes on to `work` when the password is right; `credentials_invalid` when it is wrong, and where there is no person, at
   * the same expense.
   */
  guard<Answer>(
    { emailIndex: phoneIndex, password, address, messageId }: PasswordShown,
    find: () => Promise<Person | undefined>,
    work: (person: Person) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const source = this.vault.nameOfAddress(address);
    const network = this.vault.networkIndex(phoneIndex, address);
    const caller = { apiKeyId: DASHBOARD, merchantId: DASHBOARD, mode: MODE, source } as const;
    return this.brake.guard({ mode: MODE, phoneIndex, messageId, caller, network }, async (runHash) => {
      const person = await find();
      const right = await runHash((derive) => passwordMatches(password, person?.passwordHash ?? undefined, derive));
      return person === undefined || !right ? refuse('credentials_invalid') : work(person);
    });
  }

  /** The person has another password: what was counted against the one before is over. */
  clear(tx: DatabaseTransaction, { emailIndex }: Person): Promise<void> {
    return this.lanes.clear(tx, { mode: MODE, phoneIndex: emailIndex });
  }

  /** The person has chosen a password at an IP address: who signs in from its network is no stranger. */
  welcome(tx: DatabaseTransaction, { emailIndex: phoneIndex }: Person, address: string): Promise<void> {
    return this.lanes.settle(tx, { mode: MODE, phoneIndex, network: this.vault.networkIndex(phoneIndex, address) });
  }
}
