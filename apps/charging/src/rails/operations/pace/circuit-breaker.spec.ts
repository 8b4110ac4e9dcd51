import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.js';

describe('the circuit breaker', () => {
  let now = 0;
  const failing = (times: number): CircuitBreaker => {
    const breaker = new CircuitBreaker(() => now);
    for (let failure = 0; failure < times; failure++) breaker.failed();
    return breaker;
  };

  it('opens after ten failures in a row', () => {
    expect(failing(9).isClosed).toBe(true);
    expect(failing(10).isClosed).toBe(false);
  });

  it('begins to count anew after a success', () => {
    const breaker = failing(9);
    breaker.succeeded();
    breaker.failed();
    expect(breaker.isClosed).toBe(true);
  });

  it('closes after ten seconds, and opens again with the next failure', () => {
    now = 0;
    const breaker = failing(10);
    now = 10_000;
    expect(breaker.isClosed).toBe(true);
    breaker.failed();
    expect(breaker.isClosed).toBe(false);
    now = 20_000;
    breaker.succeeded();
    breaker.failed();
    expect(breaker.isClosed).toBe(true);
  });
});
