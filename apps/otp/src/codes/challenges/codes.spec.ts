import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Mode, OtpChannel } from '@paygate/contracts';
import { otpChannels } from '@paygate/contracts';
import { loadConfig } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import { Pepper } from '../../pepper.js';
import { retryDelaySeconds } from '../../messages/sending/retry-schedule.js';
import { Codes } from './codes.js';
import { inventDestination } from '../../contacts/destination.js';

const key = (principal: string): string => `${principal}:k1:${randomBytes(32).toString('base64')}`;
const env = {
  ...{ HEALTH_PORT: '0', KAFKA_BROKERS: 'localhost:9092', DATABASE_URL: 'postgres://otp:otp@localhost:5432/otp' },
  ...{ MESSAGE_KEYS: key('otp'), MESSAGE_PUBLIC_KEYS: key('otp'), SEAL_KEYS: key('otp') },
  ...{ OTP_DATA_KEYS: key('otp'), OTP_PEPPER: randomBytes(32).toString('base64') },
};
const pepper = new Pepper(loadConfig(OtpConfig, env));
const codes = new Codes(pepper);

describe('codes', () => {
  test('[4.1] have six digits, and each digit stands in each place', () => {
    const minted = Array.from({ length: 3_000 }, () => codes.mint());
    for (const code of minted) expect(code).toMatch(/^[0-9]{6}$/);
    for (let place = 0; place < 6; place += 1) expect(new Set(minted.map((code) => code[place])).size).toBe(10);
  });

  test('[4.1] match their own hash only, and that of their own challenge', () => {
    const challenge = { id: 'otp_1', hash: codes.hashOf('otp_1', '012345') };
    expect(codes.matches('012345', challenge)).toBe(true);
    expect(codes.matches('12345', challenge)).toBe(false);
    expect(codes.matches('012346', challenge)).toBe(false);
    expect(codes.matches('012345', { ...challenge, id: 'otp_2' })).toBe(false);
    expect(codes.matches('012345', { id: 'otp_1', hash: codes.hashOfNoCode() })).toBe(false);
    expect(codes.matches('012345', undefined)).toBe(false);
  });

  test('match under every pepper of the list, are hashed under the first, and match under no other', () => {
    const challenge = { id: 'otp_1', hash: codes.hashOf('otp_1', '012345') };
    const newer = randomBytes(32).toString('base64');
    const codesUnder = (OTP_PEPPER: string): Codes =>
      new Codes(new Pepper(loadConfig(OtpConfig, { ...env, OTP_PEPPER })));
    const [rotated, after] = [codesUnder(`${newer},${env.OTP_PEPPER}`), codesUnder(newer)];
    expect([rotated, after].map((some) => some.matches('012345', challenge))).toEqual([true, false]);
    expect(rotated.matches('012346', challenge)).toBe(false);
    expect(rotated.hashOf('otp_1', '012345')).toEqual(after.hashOf('otp_1', '012345'));
    expect(after.hashOf('otp_1', '012345')).not.toEqual(challenge.hash);
  });

  test('an invented destination is the same for one user, mode and channel, and another for others', () => {
    const users = Array.from({ length: 60 }, (_, index) => `usr_${index}`);
    const invented = (channel: OtpChannel, mode: Mode): readonly string[] =>
      users.map((userId) => inventDestination(channel, pepper.destinationSeed(mode, userId)));
    for (const channel of otpChannels) {
      expect(invented(channel, 'test')).toEqual(invented(channel, 'test'));
      expect(invented(channel, 'test')).not.toEqual(invented(channel, 'live'));
      expect(new Set(invented(channel, 'test')).size).toBeGreaterThan(1);
    }
  });
});

test('an invented destination stays the same while keys are replaced, as that of a known user does', () => {
  const newPepper = randomBytes(32).toString('base64');
  const [first, second, tenth] = ['d1', 'd2', 'd10'].map((kid) => key('otp').replace('k1', kid));
  const lists = [`${first}`, `${first},${second}`, `${second},${first}`, `${tenth},${second},${first}`];
  const seedsOf = (userId: string): readonly string[] =>
    [env.OTP_PEPPER, newPepper, `${newPepper},${env.OTP_PEPPER}`].flatMap((OTP_PEPPER) =>
      lists.map((OTP_DATA_KEYS) =>
        new Pepper(loadConfig(OtpConfig, { ...env, OTP_PEPPER, OTP_DATA_KEYS }))
          .destinationSeed('test', userId)
          .toString('hex'),
      ),
    );
  expect(new Set(seedsOf('usr_1')).size).toBe(1);
  expect(new Set([...seedsOf('usr_1'), ...seedsOf('usr_2')]).size).toBe(2);
});

describe('the configuration', () => {
  test('keeps a code valid until the last attempt to send it, if each attempt times out', () => {
    const { OTP_CODE_TTL_SECONDS, OTP_SEND_TIMEOUT_MS } = loadConfig(OtpConfig, env);
    let seconds = OTP_SEND_TIMEOUT_MS / 1_000;
    for (let attempt = 1; retryDelaySeconds(attempt) !== undefined; attempt += 1)
      seconds += (retryDelaySeconds(attempt) ?? 0) + OTP_SEND_TIMEOUT_MS / 1_000;
    expect(seconds).toBeLessThan(OTP_CODE_TTL_SECONDS);
  });

  test('names every fault at once and prints no secret', () => {
    const faulty = { ...env, OTP_PEPPER: 'not-a-key', OTP_CHECKS_PER_CHALLENGE: '6', INBOX_URL: 'nowhere' };
    const load = (): unknown => loadConfig(OtpConfig, faulty);
    for (const name of ['OTP_PEPPER', 'OTP_CHECKS_PER_CHALLENGE', 'INBOX_URL']) expect(load).toThrow(name);
    expect(load).not.toThrow('not-a-key');
  });

  test('lets no code live less than a minute, in which messages count', () => {
    const live = (seconds: number) => loadConfig(OtpConfig, { ...env, OTP_CODE_TTL_SECONDS: String(seconds) });
    expect(live(60).OTP_CODE_TTL_SECONDS).toBe(60);
    expect(() => live(59)).toThrow('OTP_CODE_TTL_SECONDS');
  });
});
