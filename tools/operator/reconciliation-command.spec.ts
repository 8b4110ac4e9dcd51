import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { CommandContract, Reply } from '@paygate/contracts';
import { RECONCILIATION_ITEMS_MAX, STATEMENT_PART_BYTES } from '@paygate/contracts';
import { reconciliationReport, uploadStatement } from './reconciliation-command.js';

const folder = mkdtempSync(join(tmpdir(), 'statement-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const DAY = { rail: 'mtn_momo', mode: 'live', day: '2026-01-31' } as const;

type Sent = readonly [string, Readonly<Record<string, unknown>>];

/** Charging, which answers each command with what `answer` has for it. */
function charging(answer: (name: string, request: Sent[1]) => object) {
  const sent: Sent[] = [];
  const send = <Request extends object, Answer extends object>(
    { name }: CommandContract<Request, Answer>,
    request: Request,
  ): Promise<Reply<Answer>> => {
    sent.push([name, request as Sent[1]]);
    return Promise.resolve({ ok: true, data: answer(name, request as Sent[1]) as Answer });
  };
  return { send, sent };
}

test('a file is sent in parts, byte for byte', async () => {
  const file = join(folder, 'statement.csv');
  const bytes = Buffer.alloc(2 * STATEMENT_PART_BYTES + 1, 'é');
  writeFileSync(file, bytes);
  const { send, sent } = charging((name) =>
    name === 'read-reconciliation' ? { runs: [{ runId: '7', state: 'compared' }] } : { runId: '7' },
  );
  expect(await uploadStatement({ send }, DAY, file)).toEqual({ runId: '7', state: 'compared' });
  const parts = sent.filter(([name]) => name === 'add-statement-part').map(([, request]) => request);
  expect(parts.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(Buffer.concat(parts.map((part) => Buffer.from(String(part['bytes']), 'base64')))).toEqual(bytes);
  expect(sent.find(([name]) => name === 'end-statement')?.[1]).toEqual({ runId: '7', parts: 3 });
});

test('a file without contents is not sent', async () => {
  const file = join(folder, 'empty.csv');
  writeFileSync(file, '');
  const { send, sent } = charging(() => ({}));
  await expect(uploadStatement({ send }, DAY, file)).rejects.toThrow('bytes, this one none');
  expect(sent).toEqual([]);
});

test('a file that was refused is an error with the reason', async () => {
  const file = join(folder, 'page.html');
  writeFileSync(file, '<html>');
  const { send } = charging((name) =>
    name === 'read-reconciliation' ? { runs: [{ runId: '7', state: 'refused', remark: 'no header' }] } : { runId: '7' },
  );
  await expect(uploadStatement({ send }, DAY, file)).rejects.toThrow('refused: no header');
});

test('a report has every page, names itself in each line, and has no field that a spreadsheet executes', async () => {
  const items = Array.from({ length: RECONCILIATION_ITEMS_MAX + 1 }, (_, index) => ({
    number: 2 * index + 1,
    result: 'missing_here',
    line: index + 2,
    operatorId: index === 0 ? '=1+1,"a"' : String(index),
    reference: index === 0 ? '-2500' : '+237670000001',
    amount: '-2500',
    time: '2026-01-30T23:00:00.000Z',
  }));
  const { send } = charging((name, { after }) =>
    name === 'read-reconciliation'
      ? { runs: [{ runId: '7', state: 'compared', comparedAt: '2026-02-01T00:20:00.123Z' }] }
      : { items: items.filter(({ number }) => number > Number(after)).slice(0, RECONCILIATION_ITEMS_MAX) },
  );
  const [header, first, ...rest] = (await reconciliationReport({ send }, DAY)).split('\n');
  expect(header).toBe(
    'result,detail,line,operatorId,reference,time,amount,currency,kind,status,operationId,stateHere,amountHere,report',
  );
  expect(first).toBe(
    `missing_here,,2,"'=1+1,""a""",'-2500,2026-01-31T00:00:00.000+01:00,-2500,,,,,,,7@2026-02-01T00:20:00.123Z`,
  );
  expect(rest).toHaveLength(RECONCILIATION_ITEMS_MAX);
});
