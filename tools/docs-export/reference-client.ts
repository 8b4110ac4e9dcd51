import { globSync, readFileSync } from 'node:fs';

/** A method of a client, and the operation that it calls. */
export interface ClientMethod {
  /** `paymentIntents`. */
  readonly resource: string;
  /** `retrieveById`. */
  readonly name: string;
  /** `getIntent`. */
  readonly operation: string;
}

/** The methods of the client for Node, from which those of other languages take their names: a merchant's team may use several. */
export function referenceMethods(folder = 'libs/sdk-node/src'): readonly ClientMethod[] {
  const sources = globSync(`${folder}/resources/*.ts`).map((file) => readFileSync(file, 'utf8'));
  const client = readFileSync(`${folder}/paygate.ts`, 'utf8');
  return [...client.matchAll(/this\.(\w+) = new (\w+)\(http\)/g)].flatMap(([, resource = '', className = '']) => {
    const source = sources.find((text) => text.includes(`export class ${className} {`));
    if (source === undefined) throw new TypeError(`no source has the class ${className}`);
    return source.split(/^ {2}(?=\w+\()/m).flatMap((text): readonly ClientMethod[] => {
      const [, operation] = /\bcall<'(\w+)'>/.exec(text) ?? [];
      const [, name = ''] = /^(\w+)\(/.exec(text) ?? [];
      return operation === undefined ? [] : [{ resource, name, operation }];
    });
  });
}
