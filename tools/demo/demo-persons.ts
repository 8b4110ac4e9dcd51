import { randomBytes } from 'node:crypto';
import { confirmStaff, enrolStaff, proveStaff, setStaff } from '@paygate/contracts';
import { actDigest } from '@paygate/platform';
import { codeOfApp } from '@paygate/testing';
import type { Operator } from '../operator/operator.js';
import { accepted } from '../operator/operator.js';
import type { ProvingSend, WaitingAct } from '../operator/persons/prove.js';
import { sendingOf } from '../operator/persons/prove.js';

/** A person of the installation's team, with all that proves an act. */
export interface DemoPerson {
  readonly personId: string;
  readonly email: string;
  readonly password: string;
  /** The recovery codes that are left. */
  readonly recoveryCodes: string[];
}

/** The approvers that an installation needs by default. */
const APPROVERS = 2;

/**
 * The first persons of a trial: two approvers, who are made when a command asks for them, and prove what the seed does. A real installation
 * makes its own, with `npm run operator`, before it begins.
 */
export class DemoPersons {
  /** Sends a command, and proves it where it is refused for want of persons. */
  readonly send: ProvingSend;
  readonly persons: DemoPerson[] = [];

  constructor(private readonly operator: Operator) {
    this.send = sendingOf(operator.sendProven, (act) => this.#proofs(act));
  }

  async #proofs(act: WaitingAct): Promise<readonly string[]> {
    while (this.persons.length < APPROVERS) await this.#approver();
    return Promise.all(this.persons.map((person) => this.#proof(person, act)));
  }

  async #approver(): Promise<void> {
    const { sendProven, seal, open } = this.operator;
    const [email, password] = [
      `${randomBytes(6).toString('hex')}@team.demo.example`,
      randomBytes(12).toString('base64url'),
    ];
    const sealed = { email: seal('auth', email, 'staff.email'), password: seal('auth', password, 'staff.password') };
    const { personId, secret } = accepted(await sendProven(enrolStaff, sealed));
    if (secret === undefined) throw new Error('a new person has a second factor already');
    const code = seal('auth', codeOfApp(open(secret, 'staff.second-factor')), 'staff.code');
    const { recoveryCodes } = accepted(await sendProven(confirmStaff, { personId, code }));
    const codes = open(recoveryCodes, 'staff.recovery-codes').split(' ');
    const role = { personId, role: 'approver' as const };
    const act = { command: setStaff.name, requests: [role], proofs: [] };
    // the key alone makes the first one; those who are there prove the next
    const proofs = await Promise.all(this.persons.map((person) => this.#proof(person, act)));
    accepted(await sendProven(setStaff, role, proofs));
    this.persons.push({ personId, email, password, recoveryCodes: codes });
  }

  async #proof({ email, password, recoveryCodes }: DemoPerson, { command, requests }: WaitingAct): Promise<string> {
    const { sendProven, seal, open } = this.operator;
    const sealed = (text: string, name: 'email' | 'password' | 'code') => seal('auth', text, `staff.${name}`);
    const acts = requests.map((request) => actDigest(command, request));
    const shown = { email: sealed(email, 'email'), password: sealed(password, 'password') };
    const code = sealed(recoveryCodes.pop() ?? '', 'code');
    const { proof } = accepted(await sendProven(proveStaff, { ...shown, code, acts, need: 'two' as const }));
    return open(proof, 'staff.proof');
  }
}
