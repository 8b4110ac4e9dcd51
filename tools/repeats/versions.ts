/**
 * Repeats requests across versions: `npm run repeats:versions -- <commit>`. A stack is started by the earlier version, this one, the earlier
 * one again and this one again, on the same data, and at last has the gateway of the earlier version beside the services of this one. Each
 * makes an intent, a refund and a payout, is killed, and leaves it to all that follow to repeat them, with the same bytes and with others. The
 * same bytes are the same request everywhere. Other bytes are so where this version has taken the first of them, and are refused elsewhere.
 * Each request has one effect.
 */
import 'reflect-metadata';
import { join } from 'node:path';
import type { Answer } from '@paygate/testing';
import { repositoryRoot } from '../stack/own-stack.js';
import { treeOf } from '../stack/tree-of.js';
import { withOwnStack } from '../stack/with-own-stack.js';
import { withGatewayOf } from './other-gateway.js';
import type { RepeatedRequest } from './shop.js';
import { Shop } from './shop.js';

type Version = 'earlier version' | 'this version' | 'earlier gateway';

/** A request that was answered, and the version that has taken it. */
interface Made {
  readonly request: RepeatedRequest;
  readonly by: Version;
  readonly key: string;
  readonly id: string;
}

const METADATA = { order: '1042', shop: 'Mvog-Mbi & Fils', note: 'thé/café' };
const STAGES = ['earlier version', 'this version', 'earlier version', 'this version'] as const;

const [commit = ''] = process.argv.slice(2);
if (commit === '') throw new Error('name a commit, or the folder of a working tree');
const earlier = treeOf(commit);

const made: Made[] = [];
let faults = 0;
let shop: Shop | undefined;
for (const [stage, version] of STAGES.entries())
  await withOwnStack(
    'repeats-versions',
    async (stack) => {
      const open = (shop ??= await Shop.open(join(stack.root, 'stack.json')));
      await open.answers();
      await repeatAll(open, version);
      await makeAll(open, version, stage);
      if (stage === STAGES.length - 1) {
        await withGatewayOf(earlier, stack, async () => {
          await repeatAll(open, 'earlier gateway');
          await makeAll(open, 'earlier gateway', STAGES.length);
        });
        await open.answers();
        await repeatAll(open, version);
      }
      open.kill();
    },
    { tree: version === 'this version' ? repositoryRoot : earlier, goesOn: stage > 0 },
  );
process.exit(faults === 0 ? 0 : 1);

/** Makes an intent, a refund and a payout. */
async function makeAll(by: Shop, version: Version, stage: number): Promise<void> {
  for (const request of await by.requests(`stage-${String(stage)}`)) {
    const key = `stage-${String(stage)}-${request.kind}`;
    const answer = await by.post(request.path, textOf(request), key);
    if (answer.status !== 201 && answer.status !== 202) throw new Error(`${request.kind}: ${answer.text}`);
    made.push({ request, by: version, key, id: String(answer.body['id']) });
  }
}

/** Repeats what was made, with its bytes and with others: both are answered as they must be, and nothing more is made. */
async function repeatAll(by: Shop, version: Version): Promise<void> {
  for (const { request, by: maker, key, id } of made) {
    const same = outcome(await by.post(request.path, textOf(request), key), id);
    const other = outcome(await by.post(request.path, otherTextOf(request), key), id);
    const count = await request.effects();
    const expected = maker === 'this version' && version === 'this version' ? 'the same' : '422';
    const isRight = same === 'the same' && other === expected && count === 1;
    if (!isRight) faults += 1;
    const answered = `same bytes ${same}, other bytes ${other}, ${String(count)} made${isRight ? '' : ' FAULT'}`;
    console.log(`${request.kind} of ${maker}, repeated on ${version}: ${answered}`);
  }
}

function outcome({ status, body }: Answer, id: string): string {
  return (status === 201 || status === 202) && body['id'] === id ? 'the same' : String(status);
}

function bodyOf({ fields }: RepeatedRequest): Readonly<Record<string, unknown>> {
  const named = fields.map((field) => field.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return { ...Object.fromEntries(named), metadata: METADATA };
}

function textOf(request: RepeatedRequest): string {
  return JSON.stringify(bodyOf(request));
}

/** The same members in another order, with white space and escapes. */
function otherTextOf(request: RepeatedRequest): string {
  const reversed = (object: object) => Object.fromEntries(Object.entries(object).toReversed());
  const text = JSON.stringify({ ...reversed(bodyOf(request)), metadata: reversed(METADATA) }, undefined, 2);
  return text.replaceAll(/[^\p{ASCII}]/gu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
