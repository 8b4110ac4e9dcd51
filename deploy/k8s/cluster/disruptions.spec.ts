import { describe, expect, it } from '@jest/globals';
import { eagerAutoscaler } from './disruptions.ts';

describe('the autoscaler of a trial', () => {
  it.each(['gateway', 'checkout'])('is that of %s, with a target that any load exceeds', (name) => {
    const { manifest, most } = eagerAutoscaler(name);
    expect([manifest.metadata.name, manifest.spec?.scaleTargetRef?.name, most]).toEqual([name, name, 6]);
    expect(
      manifest.spec?.metrics?.map(({ containerResource }) => containerResource?.target.averageUtilization),
    ).toEqual([1]);
  });

  it('does not exist for a service that scales by other means', () => {
    expect(() => eagerAutoscaler('postgres')).toThrow('no autoscaler of postgres');
  });
});
