import { describe, expect, it } from '@jest/globals';
import { differenceOf, withDifference } from './differences.ts';

interface Sample {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

const object = (kind: string, name: string, more: object = {}): Sample => ({ kind, metadata: { name }, ...more });
const settings = (hash: string, data: object): Sample => ({
  data,
  kind: 'ConfigMap',
  metadata: { name: `paygate-${hash}`, namespace: 'paygate' },
});
const production = [
  object('Namespace', 'paygate'),
  settings('2456789bcd', { 'a/b~c': '1', b: '2' }),
  object('Deployment', 'auth', {
    spec: { containers: [{ image: 'auth:1', name: 'service' }], volumes: ['one', 'two'] },
  }),
  object('PodMonitor', 'paygate'),
];
const staging = [
  object('Namespace', 'paygate'),
  settings('fghkmt2456', { 'a/b~c': '3', c: '4' }),
  object('Deployment', 'auth', {
    spec: { containers: [{ image: 'auth:2', name: 'service' }], replicas: 1, volumes: ['one'] },
  }),
  object('Service', 'rail-simulator'),
];

describe('the difference of an overlay', () => {
  const difference = differenceOf(production, staging);

  it('names what is removed, changed and added, and no more', () => {
    expect(difference).toEqual({
      namespace: 'paygate',
      removed: ['PodMonitor/paygate'],
      changed: {
        'ConfigMap/paygate': {
          '/metadata/name': 'paygate-fghkmt2456',
          '/data/a~1b~0c': '3',
          '/data/b': null,
          '/data/c': '4',
        },
        'Deployment/auth': { '/spec/containers/0/image': 'auth:2', '/spec/volumes': ['one'], '/spec/replicas': 1 },
      },
      added: [object('Service', 'rail-simulator')],
    });
  });

  it('gives the whole overlay, its fields sorted', () => {
    expect(JSON.stringify(withDifference(production, difference))).toBe(JSON.stringify(staging));
  });

  it('moves each object that has a namespace', () => {
    const moved = withDifference(production, { namespace: 'other', removed: [], changed: {}, added: [] });
    expect(moved.map(({ metadata }) => metadata)).toEqual([
      { name: 'paygate' },
      { name: 'paygate-2456789bcd', namespace: 'other' },
      { name: 'auth' },
      { name: 'paygate' },
    ]);
  });

  it.each([{ removed: ['Job/topics'] }, { changed: { 'Job/topics': {} } }])(
    'that names an object unknown to production is refused: %j',
    (more) => {
      const stale = { ...difference, ...more };
      expect(() => withDifference(production, stale)).toThrow('production has no Job/topics');
    },
  );
});
