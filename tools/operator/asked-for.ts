import type { CommandContract, Reply, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Operator } from './operator.js';
import { operatorWork } from './operator-commands.js';

/** For specs: the means of an operator's tool beside `send`. */
export const unproven: Omit<Operator, 'send'> = {
  seal: (_addressee, text) => `sealed ${text}` as Sealed,
  open: (sealed) => sealed,
  ask: (...names) => Promise.resolve(Object.fromEntries(names.map((name) => [name, `typed ${name}`])) as never),
  sendProven: () => Promise.resolve(refuse('internal_error')),
};

/** For specs: the command that a command line sends last, with its request. Everything is accepted. */
export async function askedFor(...words: readonly string[]): Promise<readonly [string, object] | undefined> {
  let sent: readonly [string, object] | undefined;
  await operatorWork(words)({
    ...unproven,
    send: <Request extends object, Answer extends object>(
      { name }: CommandContract<Request, Answer>,
      request: Request,
    ): Promise<Reply<Answer>> => {
      sent = [name, request];
      return Promise.resolve({ ok: true, data: { email: '' } as unknown as Answer });
    },
  });
  return sent;
}
