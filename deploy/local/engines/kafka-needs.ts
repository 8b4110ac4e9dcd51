import { join } from 'node:path';
import { StackError } from '../errors.ts';
import { isAtLeast } from './engine.ts';
import { findOnPath, isExecutable, versionOf } from './programs.ts';

const MINIMUM_JAVA = '17';

export const KAFKA_POM = join(import.meta.dirname, '..', 'kafka', 'pom.xml');

/** The Java of JAVA_HOME, else of the PATH. Throws a StackError when it is too old or missing. */
export function findJava(): string {
  const home = process.env['JAVA_HOME'];
  const inHome = home === undefined || home === '' ? undefined : join(home, 'bin', 'java');
  const java = inHome !== undefined && isExecutable(inHome) ? inHome : findOnPath('java');
  const output = java === undefined ? undefined : versionOf(java, ['-version']);
  const version = /version "([^"]+)"/.exec(output ?? '')?.[1];
  if (java === undefined || version === undefined || !isAtLeast(version, MINIMUM_JAVA)) {
    const found = java === undefined ? 'none is on the PATH' : `${java} is ${version ?? 'not runnable'}`;
    throw new StackError(`Kafka needs Java ${MINIMUM_JAVA} or newer, and ${found}`);
  }
  return java;
}
