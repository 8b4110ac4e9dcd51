import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readResults } from '../commands/jest-project.ts';

describe('the results of a project', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'paygate-results-'));
    file = join(folder, 'unit.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function results(success: boolean, ...suites: object[]): { passed: number; failures: readonly string[] } {
    writeFileSync(file, JSON.stringify({ success, numPassedTests: 2, testResults: suites }));
    return readResults('unit', file);
  }
  const test = (fullName: string, status: string): object => ({ fullName, status });

  it('count passed tests', () => {
    const suite = {
      name: 'a.spec.ts',
      status: 'passed',
      assertionResults: [test('one', 'passed'), test('two', 'passed')],
    };
    expect(results(true, suite)).toEqual({ passed: 2, failures: [] });
  });

  it.each(['failed', 'pending', 'todo', 'skipped', 'disabled'])('count a %s test as failed', (status) => {
    const suite = {
      name: 'a.spec.ts',
      status: 'passed',
      assertionResults: [test('one', 'passed'), test('two', status)],
    };
    expect(results(true, suite).failures).toEqual([`unit: a.spec.ts: two (${status})`]);
  });

  it('count a suite that cannot run as failed, and a failure that no suite shows', () => {
    expect(results(false, { name: 'a.spec.ts', status: 'failed', assertionResults: [] }).failures).toEqual([
      'unit: a.spec.ts (cannot run)',
    ]);
    expect(results(false).failures).toEqual(['unit: Jest reports a failure']);
  });

  it('count missing results as failed', () => {
    expect(readResults('unit', file)).toEqual({ passed: 0, failures: ['unit: no results were written'] });
  });
});
