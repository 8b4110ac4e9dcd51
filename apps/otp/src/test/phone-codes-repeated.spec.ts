import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckPhoneCode } from '@paygate/contracts';
import { PhoneCodesCommands } from '../phone-codes.commands.js';
import { checking, newClaim, newPhone, sending } from './phone-code-requests.js';
import { accepted, World } from './world.js';

/* Checks of codes that Kafka brings twice. */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world.stop());

const check = (command: CheckPhoneCode) => world.otp.get(PhoneCodesCommands).check(command, world.received(command));

/** A claim whose code is known. */
async function sentCode() {
  const [claimId, phoneNumber] = [newClaim('registration'), newPhone()];
  const command = sending(world, { claimId, phoneNumber });
  accepted(await world.otp.get(PhoneCodesCommands).send(command, world.received(command)));
  return { claimId, otp: await world.code(phoneNumber) };
}

test('a check that is delivered again, or that auth has to ask for again, is counted once and answered alike', async () => {
  const code = await sentCode();
  const counted = () =>
    world.rows(
      `SELECT c.checks, b.wrong, s.used FROM phone_code c JOIN phone_code_budget b
    USING (mode, purpose, phone_mac), otp_source_use s WHERE c.claim_id = $1 AND s.action = 'verify'`,
      [code.claimId],
    );
  for (const otp of [world.otherThan(code.otp), code.otp]) {
    const message = world.received(checking(world, { ...code, otp }));
    const cause = world.received(message.payload).id;
    const deliver = (id = message.id) =>
      world.otp.get(PhoneCodesCommands).check(message.payload, { ...message, id, causationId: cause });
    const first = await deliver();
    expect(first.ok).toBe(otp === code.otp);
    const before = await counted();
    expect(before).not.toEqual([]);
    for (const id of [message.id, world.received({}).id]) expect(await deliver(id)).toEqual(first);
    expect(await counted()).toEqual(before);
  }
});

test('a check that was the last of a code is answered alike when it is delivered again', async () => {
  const code = await sentCode();
  for (let n = 0; n < 4; n += 1) await check(checking(world, { ...code, otp: world.otherThan(code.otp) }));
  const message = world.received(checking(world, code));
  const deliver = () => world.otp.get(PhoneCodesCommands).check(message.payload, message);
  for (const reply of [await deliver(), await deliver()]) expect(reply).toMatchObject({ ok: true });
  expect(await check(checking(world, code))).toEqual({ ok: false, code: 'otp_invalid' });
});
