import { stripVTControlCharacters } from 'node:util';
import { isRecord, readJson, writeJson } from '../files.ts';
import { repositoryRoot } from '../paths.ts';

const CAUSE_CHARACTERS = 2_000;
const CAUSE_LINES = 15;

export interface SuiteResults {
  readonly passed: number;
  /** Each failed test, skipped test and suite that could not run, with the beginning of its cause. */
  readonly failures: readonly string[];
  /** The suites that the failures are in. */
  readonly failedSuites: readonly string[];
  /** The duration of each suite, in milliseconds. */
  readonly durations: readonly (readonly [suite: string, ms: number])[];
}

/** The results that Jest wrote for a lane. What is not reported as passed counts as failed. */
export function readResults(lane: string, file: string): SuiteResults {
  const stored = readJson(file);
  if (!isRecord(stored)) {
    return { passed: 0, failures: [`${lane}: no results were written`], failedSuites: [], durations: [] };
  }
  const suites = suitesOf(stored);
  const failures = suites.flatMap((suite) => suiteFailures(lane, suite));
  if (failures.length === 0 && stored['success'] !== true) failures.push(`${lane}: Jest reports a failure`);
  return {
    failures,
    passed: suites.flatMap(testsOf).filter(({ status }) => status === 'passed').length,
    failedSuites: suites.filter((suite) => suiteFailures(lane, suite).length > 0).map(nameOf),
    durations: suites.map((suite) => [nameOf(suite), Number(suite['endTime']) - Number(suite['startTime'])]),
  };
}

/** Puts the results of a suite that was run again in the place of its first ones, so that each test counts once. */
export function replaceSuite(file: string, again: string, suite: string): void {
  const [first, second] = [readJson(file), readJson(again)];
  if (!isRecord(first) || !isRecord(second)) return;
  const repeated = suitesOf(second).filter((found) => nameOf(found) === suite);
  const others = suitesOf(first).filter((found) => nameOf(found) !== suite);
  const success = [...others, ...repeated].every(({ status }) => status === 'passed');
  writeJson(file, { ...first, success, testResults: [...others, ...repeated] });
}

function suitesOf(stored: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(stored['testResults']) ? stored['testResults'].filter(isRecord) : [];
}

function testsOf(suite: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(suite['assertionResults']) ? suite['assertionResults'].filter(isRecord) : [];
}

function nameOf(suite: Record<string, unknown>): string {
  return String(suite['name']).replace(`${repositoryRoot}/`, '');
}

function suiteFailures(lane: string, suite: Record<string, unknown>): string[] {
  const failures = testsOf(suite)
    .filter((test) => test['status'] !== 'passed')
    .map((test) => {
      const messages: readonly unknown[] = Array.isArray(test['failureMessages']) ? test['failureMessages'] : [];
      return `${lane}: ${nameOf(suite)}: ${String(test['fullName'])} (${String(test['status'])})${causeOf(messages[0])}`;
    });
  // a suite that does not compile, or dies outside its tests, has no failed test
  if (failures.length === 0 && suite['status'] !== 'passed')
    failures.push(`${lane}: ${nameOf(suite)} (cannot run)${causeOf(suite['message'])}`);
  return failures;
}

/** The beginning of a message of Jest, below the name of its test. */
function causeOf(message: unknown): string {
  if (typeof message !== 'string') return '';
  const lines = stripVTControlCharacters(message).slice(0, CAUSE_CHARACTERS).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, CAUSE_LINES)
    .map((line) => `\n    ${line}`)
    .join('');
}
