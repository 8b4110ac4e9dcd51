import {
  confirmStaff,
  enrolStaff,
  listStaff,
  listStaffActs,
  setStaff,
  STAFF_LISTED_MAX,
  staffRoles,
} from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { approve } from './prove.js';
import { idOf } from '../typed-words.js';

type Work = (operator: Operator) => Promise<object>;

const NONE = 'none';
const ACTS_SHOWN = 100;

/** The commands on the persons of the installation's team, and the approval of what one of them has proven. */
export const staffCommands = [
  ['staff', { takes: [], workOf: () => everybody }],
  ['enrol-staff', { takes: [], workOf: () => enrolment }],
  ['confirm-staff', { takes: ['person id'], workOf: confirmation }],
  ['set-staff', { takes: ['person id', [...staffRoles, NONE].join('|')], workOf: roleOf }],
  ['staff-acts', { takes: [], workOf: () => newestActs }],
  ['approve', { takes: ['file|-'], workOf: approval }],
] as const;

async function everybody({ send, open }: Operator): Promise<object> {
  const { staff } = accepted(await send(listStaff, { limit: STAFF_LISTED_MAX }));
  return staff.map(({ email, ...member }) => ({ ...member, email: open(email, 'staff.email') }));
}

/** Reads e-mail address and password, and prints the secret for the authenticator app. */
async function enrolment({ send, seal, open, ask }: Operator): Promise<object> {
  const { email, password } = await ask('email', 'password');
  const sealed = { email: seal('auth', email, 'staff.email'), password: seal('auth', password, 'staff.password') };
  const { personId, secret } = accepted(await send(enrolStaff, sealed));
  return secret === undefined ? { personId } : { personId, secret: open(secret, 'staff.second-factor') };
}

/** Reads the first code of the app, and prints the recovery codes. */
function confirmation(id: string): Work {
  const personId = idOf('person', id);
  return async ({ send, seal, open, ask }) => {
    const { code } = await ask('code');
    const sealed = seal('auth', code, 'staff.code');
    const { recoveryCodes } = accepted(await send(confirmStaff, { personId, code: sealed }));
    return { personId, recoveryCodes: open(recoveryCodes, 'staff.recovery-codes').split(' ') };
  };
}

function roleOf(id: string, word: string): Work {
  const personId = idOf('person', id);
  const role = staffRoles.find((known) => known === word);
  if (role === undefined && word !== NONE)
    throw new BadUsage(`"${word}" is not a role: ${staffRoles.join(', ')}, ${NONE}`);
  return async ({ send, open }) => {
    const changed = accepted(await send(setStaff, { personId, ...(role === undefined ? {} : { role }) }));
    const { email, role: given, changedAt } = changed;
    return { personId, email: open(email, 'staff.email'), role: given ?? NONE, changedAt };
  };
}

/** The newest records of the trail of the installation. */
async function newestActs({ send }: Operator): Promise<object> {
  return accepted(await send(listStaffActs, { limit: ACTS_SHOWN }));
}

function approval(file: string): Work {
  return (operator) => approve(operator, file);
}
