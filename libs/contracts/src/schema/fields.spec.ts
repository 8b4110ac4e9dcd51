import { expect, test } from '@jest/globals';
import { IsMoment, IsTimestamp, momentOf } from './fields.js';
import { moments, otherTimes } from '../test/index.js';
import { compileChecker } from './checker.js';

class Times {
  @IsTimestamp() timestamp!: string;
  @IsMoment() moment!: string;
}
const check = compileChecker(Times);
const GOOD = '2026-11-20T10:00:00.000Z';

test.each(['2026-11-20T10:00:00.000Z', '2028-02-29T23:59:59.999Z', '1000-01-01T00:00:00.000Z'])(
  '%s is a time',
  (time) => {
    expect(check({ timestamp: time, moment: time })).toEqual([]);
    expect(new Date(time).toISOString()).toBe(time);
  },
);

test.each([
  '2027-W47-5T10:00:00.000Z',
  '2027W475T10:00:00.000Z',
  '2027-324T10:00:00.000Z',
  '20271120T100000.000Z',
  '2027-11-20 10:00:00.000Z',
  '2027-11-20T10.000Z',
  '2027-11-20T10:00.000Z',
  '2027-11-20T24:00:00.000Z',
  '2027-11-20T10:00:60.000Z',
  '2027-11-20T10:00:00,000Z',
  '2027-02-29T10:00:00.000Z',
  '2027-04-31T10:00:00.000Z',
  '2027-13-01T10:00:00.000Z',
  '0999-01-01T00:00:00.000Z',
  '+002027-11-20T10:00:00.000Z',
  '2027-11-20T10:00:00.000Z\n',
])('%j is no time', (time) => {
  expect(check({ timestamp: time, moment: GOOD })).not.toEqual([]);
  expect(check({ timestamp: GOOD, moment: time })).not.toEqual([]);
});

test.each(moments)('callers may write %s', (time, inUtc) => {
  expect(check({ timestamp: GOOD, moment: time })).toEqual([]);
  expect(momentOf(time)?.toISOString()).toBe(inUtc);
});

test.each(otherTimes)('callers may not write %j', (time) => {
  expect(check({ timestamp: GOOD, moment: time })).not.toEqual([]);
  expect(momentOf(time)).toBeUndefined();
});

test.each(['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000+00:00', '2026-11-20T10:00:00.0000Z'])(
  '%s is a time of callers only',
  (time) => {
    expect(check({ timestamp: GOOD, moment: time })).toEqual([]);
    expect(check({ timestamp: time, moment: GOOD })).not.toEqual([]);
  },
);
