import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MemberMail, MemberMailTaken, Reply } from '@paygate/contracts';
import { sendMemberMail } from '@paygate/contracts';
import { newId, uuidV7 } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { MessageSender } from '../../../messages/sending/message-sender.js';
import { World } from '../../world.js';

const DASHBOARD_URL = 'https://pay.example/dashboard';

let world: World;
let auth: CommandClient;
beforeAll(async () => {
  world = await World.start({ DASHBOARD_URL });
  auth = await world.as('auth');
});
afterAll(() => world.stop());

const token = 'inv_a-token-that-nobody-guesses';
function send(email: string, mail: MemberMail, by = auth): Promise<Reply<MemberMailTaken>> {
  return by.bus.send(sendMemberMail, mailTo(email, mail), { requestId: newId('request') });
}
function mailTo(email: string, mail: MemberMail) {
  const sealed = {
    email: world.gateway.seal('otp', email, 'member-mail.email'),
    token: world.gateway.seal('otp', token, 'member-mail.token'),
  };
  return {
    mailId: uuidV7(),
    mail,
    ...sealed,
    merchantName: 'Boutique',
    validHours: 72,
    language: 'en' as const,
  };
}
const waiting = () => world.rows<{ row: string }>('SELECT s::text AS row FROM otp_send s');

test('an invitation reaches its address with the token, and waits sealed until it has', async () => {
  world.mail.status = 451;
  expect(await send('grace@shop.example', 'invitation')).toMatchObject({ ok: true });
  const [row] = await waiting();
  expect(row?.row).not.toMatch(/inv_a-token|grace|Boutique/);
  await world.otp.get(MessageSender).idle();
  world.mail.status = 250;
  await world.rows('UPDATE otp_send SET leased_until = clock_timestamp()');
  await world.otp.get(MessageSender).sweep();
  const [mail] = await eventually(() => {
    const mails = world.mail.to('grace@shop.example');
    return mails.length > 0 && mails;
  });
  expect(mail).toMatchObject({ subject: 'Invitation to the Paygate account of Boutique' });
  expect(mail?.text.split(/\r?\n/)).toContain(token);
  await eventually(async () => (await waiting()).length === 0);
});

test('nothing is sent to an unknown address, and the answer is the same', async () => {
  expect(await send('nobody@shop.example', 'none')).toMatchObject({ ok: true });
  expect(await send('ada@shop.example', 'password_reset')).toMatchObject({ ok: true });
  await eventually(() => world.mail.to('ada@shop.example').length === 1);
  await eventually(async () => (await waiting()).length === 0);
  expect(world.mail.to('nobody@shop.example')).toEqual([]);
});

test('[12.16] a mail is sent once for its id, also when it is asked for again after it was sent, and at the same moment', async () => {
  const notice = {
    ...mailTo('once@shop.example', 'payment'),
    facts: { money: { amount: '5000', currency: 'XAF' } },
  } as const;
  const ask = () => auth.bus.send(sendMemberMail, notice, { requestId: newId('request') });
  const replies = await Promise.all([ask(), ask(), ask()]);
  await eventually(() => world.mail.to('once@shop.example').length > 0);
  await eventually(async () => (await waiting()).length === 0);
  replies.push(await ask());
  expect(replies.every(({ ok }) => ok)).toBe(true);
  await send('after@shop.example', 'invitation');
  await eventually(() => world.mail.to('after@shop.example').length === 1);
  expect(world.mail.to('once@shop.example')).toHaveLength(1);
});

test('[12.32] a mail that members choose names the address that stops it at once (RFC 8058), and no other mail does', async () => {
  for (const mail of ['payment', 'invitation', 'secret_key_created'] as const) {
    await send(`${mail}@shop.example`, mail);
    await eventually(() => world.mail.to(`${mail}@shop.example`).length === 1);
  }
  const [stopped] = world.mail.to('payment@shop.example');
  expect(stopped?.headers['list-unsubscribe']).toBe(`<${DASHBOARD_URL}/notices/stop?token=${token}>`);
  expect(stopped?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  // a reader who opens a link of the text changes nothing
  expect(stopped?.text).not.toContain(token);
  for (const mail of ['invitation', 'secret_key_created'])
    expect(Object.keys(world.mail.to(`${mail}@shop.example`)[0]?.headers ?? {}).join()).not.toMatch(/unsubscribe/);
});

test('without an e-mail provider the request is refused', async () => {
  const silent = await World.start({ INBOX_SMTP_URL: '' });
  const client = await silent.as('auth');
  const sealed = {
    email: silent.gateway.seal('otp', 'a@b.example', 'member-mail.email'),
    token: silent.gateway.seal('otp', token, 'member-mail.token'),
  };
  const command = { mailId: uuidV7(), mail: 'invitation' as const, ...sealed, validHours: 72 };
  const reply = await client.bus.send(sendMemberMail, command, { requestId: newId('request') });
  expect(reply).toEqual({ ok: false, code: 'channel_unsupported' });
  await silent.stop();
});
