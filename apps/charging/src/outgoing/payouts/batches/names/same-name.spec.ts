import { describe, expect, it } from '@jest/globals';
import { isSameName } from './same-name.js';

describe('two names', () => {
  it.each([
    ['Ada N.', 'ADA NGONO'],
    ['Ngono Ada', 'Ada Ngono'],
    ['Éloïse Mbarga', 'ELOISE MBARGA'],
    ['Mbarga Eloise Marie', 'Eloise Mbarga'],
    ['Jean-Paul Essomba', 'ESSOMBA JEAN PAUL'],
  ])('%s and %s are of one person', (one, other) => {
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Ada Ngono', 'Ada Mbarga'],
    ['Ada Ngono', 'Grace Ngono'],
    ['A. N.', 'Ada Ngono'],
    ['Ada Ada', 'Ada Ngono'],
    ['', 'Ada'],
    ['...', 'Ada'],
    ['Ada', 'Adama'],
  ])('%s and %s are of two', (one, other) => {
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false]);
  });
});
