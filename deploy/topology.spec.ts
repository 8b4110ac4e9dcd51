import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Principal, ServiceName, Stream } from '@paygate/contracts';
import * as contracts from '@paygate/contracts';
import { Names, rightsOf } from '@paygate/messaging';
import { repositoryRoot } from './local/paths.ts';
import { topology } from './topology.ts';

const { dataServices, principals, serviceNames, streams } = contracts;
const names = new Names('pay');
const namesOf = (of: readonly Stream[]): string[] => of.map(({ name }) => name).toSorted();

describe('deploy/topology.yaml names what the contracts declare', () => {
  it.each(principals)('of %s', (principal: Principal) => {
    const { produces, consumes, groups } = topology[principal] ?? {};
    const { writes, reads } = rightsOf(principal);
    expect({ produces: produces?.toSorted(), consumes: consumes?.toSorted() }).toEqual({
      produces: namesOf(writes),
      consumes: namesOf(reads),
    });
    expect(groups).toEqual([names.serviceGroup(principal), `${names.groupPrefix(principal)}*`]);
  });
});

describe('the rights of services', () => {
  it('let one service write each topic of events, of a table and of dead letters, and its readers read it', () => {
    for (const stream of streams.filter(({ owner }) => owner !== undefined)) {
      const writers = serviceNames.filter((name) => rightsOf(name).writes.includes(stream));
      const readers = serviceNames.filter((name) => rightsOf(name).reads.includes(stream));
      expect({ stream: stream.name, writers, readers }).toEqual({
        stream: stream.name,
        writers: [stream.owner],
        readers: stream.readers ?? [],
      });
    }
  });

  it('let one service read the commands to it', () => {
    for (const service of dataServices) {
      const { name } = contracts.commandStream(service);
      expect(serviceNames.filter((reader) => namesOf(rightsOf(reader).reads).includes(name))).toEqual([service]);
    }
  });

  it('let the readers of a table ask its owner for the rows', () => {
    for (const { stream, snapshot } of (Object.values(contracts) as unknown[]).filter(isTable))
      expect(stream.readers).toEqual(snapshot.callers);
  });
});

/** The rights that the code of a service uses, found in its source: a right that is missing would show itself at a broker with ACLs only. */
describe.each(serviceNames)('the code of %s', (service: ServiceName) => {
  const source = sourceOf(join(repositoryRoot, 'apps', service, 'src'));
  interface Published {
    readonly stream?: Stream;
  }
  const declared = contracts as unknown as Readonly<Record<string, Published | readonly Published[] | undefined>>;
  const inArguments = (of: RegExp): Stream[] =>
    [...source.matchAll(of)]
      .flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
      .flatMap((name) => declared[name] ?? [])
      .flatMap(({ stream }) => stream ?? []);

  it('handles the events that it may read, and no others', () => {
    const handled = inArguments(/@HandleEventBatch\(([^)]*)\)/g);
    const readable = streams.filter(({ kind, readers }) => kind === 'events' && readers?.includes(service) === true);
    expect([...new Set(namesOf(handled))]).toEqual(namesOf(readable));
  });

  it('holds the tables that it may read, and no others', () => {
    const held = inArguments(/\btables: \[([^\]]*)\]/g);
    const readable = streams.filter(({ kind, readers }) => kind === 'table' && readers?.includes(service) === true);
    expect(namesOf(held)).toEqual(namesOf(readable));
  });

  it('reads replies where it sends commands', () => {
    expect(/forService\(\{[^}]*replies: true/.test(source)).toBe(
      rightsOf(service).reads.includes(contracts.replyStream),
    );
  });
});

function isTable(value: unknown): value is contracts.TableContract<{ readonly version: number }> {
  return typeof value === 'object' && value !== null && 'snapshot' in value;
}

function sourceOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.split('/').includes('test'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}
