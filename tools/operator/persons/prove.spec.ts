import { describe, expect, jest, test } from '@jest/globals';
import type { CommandContract, Reply } from '@paygate/contracts';
import { listFloats, proveStaff, refuse, transferFloat } from '@paygate/contracts';
import { actDigest, newId } from '@paygate/platform';
import { askedFor, unproven } from '../asked-for.js';
import { operatorWork, USAGE } from '../operator-commands.js';
import type { ProvenSend, WaitingAct } from './prove.js';
import { LeftToAnother, proven, sendingOf } from './prove.js';

const personId = newId('person');
const transferOf = (amount: string) => ({
  ...{ transferId: newId('transfer'), mode: 'live', currency: 'XAF' },
  ...{ from: 'mtn_momo', to: 'mtn_momo/disbursement', amount },
});

describe('commands on the persons of the installation’s team', () => {
  test.each<[readonly string[], string, object]>([
    [['set-staff', personId, 'approver'], 'set-staff', { personId, role: 'approver' }],
    [['set-staff', personId, 'none'], 'set-staff', { personId }],
    [['staff-acts'], 'list-staff-acts', { limit: 100 }],
  ])('%j sends %s', async (words, name, request) => {
    expect(await askedFor(...words)).toEqual([name, request]);
  });

  test('are refused with the reason', () => {
    expect(() => operatorWork(['set-staff', personId, 'owner'])).toThrow('"owner" is not a role');
    expect(() => operatorWork(['confirm-staff', 'per_1'])).toThrow('is not a person id');
  });

  test('are in the usage', () => {
    expect(USAGE.split('\n').filter((line) => /staff|approve/.test(line))).toEqual([
      '  staff',
      '  enrol-staff',
      '  confirm-staff <person id>',
      '  set-staff <person id> <reader|agent|approver|none>',
      '  staff-acts',
      '  approve <file|->',
    ]);
  });
});

/** A charging that wants proofs, and what it was sent. */
function wanting(): { readonly send: ProvenSend; readonly sent: (readonly [string, readonly string[] | undefined])[] } {
  const sent: (readonly [string, readonly string[] | undefined])[] = [];
  const send: ProvenSend = <Request extends object, Answer extends object>(
    { name }: CommandContract<Request, Answer>,
    _request: Request,
    proofs?: readonly string[],
  ): Promise<Reply<Answer>> => {
    sent.push([name, proofs]);
    return Promise.resolve(proofs === undefined ? refuse('scope_missing') : { ok: true, data: {} as Answer });
  };
  return { send, sent };
}

describe('a command that persons must prove', () => {
  test('is sent again with their proofs, which one code gets for all of a batch', async () => {
    const { send, sent } = wanting();
    const asked: WaitingAct[] = [];
    const sending = sendingOf(send, (act) => Promise.resolve((asked.push(act), ['one', 'other'])));
    const requests = [transferOf('1'), transferOf('2')];
    for (const request of requests)
      expect(await sending(transferFloat, request as never, requests as never)).toMatchObject({ ok: true });
    expect(asked).toEqual([{ command: 'transfer-float', requests, proofs: [] }]);
    expect(sent).toEqual([
      ['transfer-float', undefined],
      ['transfer-float', ['one', 'other']],
      ['transfer-float', ['one', 'other']],
    ]);
    // a read that is refused is not proven
    expect(await sending(listFloats, { mode: 'live', currency: 'XAF' } as const)).toMatchObject({
      code: 'scope_missing',
    });
    expect(asked).toHaveLength(1);
  });

  test('waits for another person, and names each command by all that it says', async () => {
    const requests = [transferOf('1'), transferOf('2')];
    let shown: object | undefined;
    const send = ((contract: { readonly name: string }, request: object) => {
      if (contract.name === proveStaff.name) shown = request;
      return Promise.resolve({ ok: true, data: { personId, role: 'agent', proof: 'sealed two', persons: 2 } });
    }) as never;
    const means = {
      send,
      seal: ((_: string, text: string) => `sealed ${text}`) as never,
      open: (text: string) => text.slice(7),
      ask: unproven.ask,
    };
    const act = { command: transferFloat.name, requests, proofs: [] };
    const printed = jest.spyOn(console, 'error').mockReturnValue();
    const left = await proven(means, act).catch((error: unknown) => error);
    expect(left).toBeInstanceOf(LeftToAnother);
    expect((left as LeftToAnother).act).toEqual({ ...act, proofs: ['two'] });
    expect(shown).toEqual({
      ...{ email: 'sealed typed email', password: 'sealed typed password', code: 'sealed typed code', need: 'two' },
      acts: requests.map((request) => actDigest('transfer-float', request)),
    });
    expect(new Set(requests.map((request) => actDigest('transfer-float', request))).size).toBe(2);
    expect(await proven(means, { ...act, proofs: ['one'] })).toEqual(['one', 'two']);
    // both persons read what they prove
    const words = { command: transferFloat.name, requests };
    expect(printed.mock.calls.map(([text]) => JSON.parse(String(text)) as unknown)).toEqual([words, words]);
    printed.mockRestore();
  });
});
