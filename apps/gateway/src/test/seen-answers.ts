import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@paygate/contracts';
import { operationList } from '@paygate/contracts';

/** Paths without parameters first: `/gateway/session` is no `/gateway/{id}`. */
const patterns = [...operationList]
  .sort((left, right) => left.path.split('{').length - right.path.split('{').length)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
  }));

/**
 * Notes an answer that a spec got, for `tools/contract-coverage`, when SEEN_ANSWERS names a folder: which operation it
 * asked, with which status it was answered, and with which error code.
 */
export function noteAnswer(
  asked: { readonly method: string; readonly path: string },
  answer: { readonly status: number; readonly body: Readonly<Record<string, unknown>> },
): void {
  const folder = process.env['SEEN_ANSWERS'];
  if (folder === undefined) return;
  const { status, body } = answer;
  const line = JSON.stringify({ operation: operationOf(asked)?.id ?? null, status, code: body['code'] ?? null });
  appendFileSync(join(folder, `${process.pid}.ndjson`), `${line}\n`);
}

function operationOf({ method, path }: { readonly method: string; readonly path: string }): Operation | undefined {
  const found = patterns.filter(({ operation, pattern }) => operation.method === method && pattern.test(path));
  return found[0]?.operation;
}
