import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readResults, replaceSuite } from '../commands/suite-results.ts';

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

  function results(success: boolean, ...suites: object[]): ReturnType<typeof readResults> {
    writeFileSync(file, JSON.stringify({ success, testResults: suites }));
    return readResults('unit', file);
  }
  const test = (fullName: string, status: string): object => ({ fullName, status });

  it('count passed tests', () => {
    const suite = {
      name: 'a.spec.ts',
      status: 'passed',
      assertionResults: [test('one', 'passed'), test('two', 'passed')],
    };
    expect(results(true, suite)).toMatchObject({ passed: 2, failures: [], failedSuites: [] });
  });

  it.each(['failed', 'pending', 'todo', 'skipped', 'disabled'])('count a %s test as failed', (status) => {
    const suite = {
      name: 'a.spec.ts',
      status: 'passed',
      assertionResults: [test('one', 'passed'), test('two', status)],
    };
    expect(results(true, suite)).toMatchObject({
      passed: 1,
      failures: [`unit: a.spec.ts: two (${status})`],
      failedSuites: ['a.spec.ts'],
    });
  });

  it('count a suite that cannot run as failed, and a failure that no suite shows', () => {
    expect(results(false, { name: 'a.spec.ts', status: 'failed', assertionResults: [] }).failures).toEqual([
      'unit: a.spec.ts (cannot run)',
    ]);
    expect(results(false).failures).toEqual(['unit: Jest reports a failure']);
  });

  it('state the beginning of each cause', () => {
    const message = `\u001B[31mexpected 1\u001B[39m\n\nreceived 2\n${'at somewhere\n'.repeat(40)}`;
    const failed = { ...test('two', 'failed'), failureMessages: [message] };
    const suites = [
      { name: 'a.spec.ts', status: 'failed', assertionResults: [failed] },
      { name: 'b.spec.ts', status: 'failed', message: 'cannot find it', assertionResults: [] },
    ];
    const [first, second] = results(false, ...suites).failures;
    expect(first).toMatch(/^unit: a\.spec\.ts: two \(failed\)\n {4}expected 1\n {4}received 2\n {4}at somewhere\n/);
    expect(first?.split('\n')).toHaveLength(16);
    expect(second).toBe('unit: b.spec.ts (cannot run)\n    cannot find it');
  });

  it('count missing results as failed', () => {
    expect(readResults('unit', file)).toMatchObject({ passed: 0, failures: ['unit: no results were written'] });
  });

  it('of a suite that ran again take the place of its first ones, so that each test counts once', () => {
    const suite = (name: string, status: string, ...tests: object[]): object => ({
      name,
      status,
      assertionResults: tests,
    });
    const other = suite('b.spec.ts', 'passed', test('three', 'passed'));
    results(false, suite('a.spec.ts', 'failed', test('one', 'passed'), test('two', 'failed')), other);
    const again = join(folder, 'again.json');
    const repeated = suite('a.spec.ts', 'passed', test('one', 'passed'), test('two', 'passed'));
    writeFileSync(again, JSON.stringify({ success: true, testResults: [repeated, suite('b.spec.ts', 'failed')] }));
    replaceSuite(file, again, 'a.spec.ts');
    expect(readResults('unit', file)).toMatchObject({ passed: 3, failures: [], failedSuites: [] });
  });
});
