import { describe, expect, it } from '@jest/globals';
import { MESSAGE_ROWS_CHARACTERS } from '../limits.js';
import { fitting } from './fitting.js';

const rowOf = (characters: number): string => 'x'.repeat(characters - 2);

describe('fitting', () => {
  it('takes the rows up to the bound of a message, and none behind the first that is beyond it', () => {
    const half = rowOf(MESSAGE_ROWS_CHARACTERS / 2);
    expect(fitting([])).toEqual([]);
    expect(fitting([half, half])).toHaveLength(2);
    expect(fitting([half, half, rowOf(3)])).toHaveLength(2);
    expect(fitting([half, `${half}x`, rowOf(3)])).toHaveLength(1);
  });

  it('takes one row that is beyond the bound alone', () => {
    expect(fitting([rowOf(MESSAGE_ROWS_CHARACTERS + 1), rowOf(3)])).toHaveLength(1);
  });
});
