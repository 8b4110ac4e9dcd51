/**
 * Audits the data of a stack: `main.js --stack <stack.json> [--older-than-seconds 60] [--test-retention-days 30]`, with a role that may only read. Prints one
 * line for each violation. Exits with 0 when there are none, 1 when there are some, 64 for wrong arguments, and 69 when the data
 * cannot be read.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AuditReport } from './audit.js';
import { audit } from './audit.js';
import type { DatabaseUrls } from './databases.js';

const USAGE =
  'auditor --stack <stack.json> [--older-than-seconds <whole number, 60>] [--test-retention-days <whole number, 30>]\n';
const DEFAULT_AGE_SECONDS = '60';
const DEFAULT_RETENTION_DAYS = '30';

interface Options {
  readonly stack: string;
  readonly olderThanSeconds: number;
  readonly testRetentionDays: number;
}

const options = optionsOf(process.argv.slice(2));
if (options === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 64;
} else process.exitCode = await run(options);

async function run({ stack, ...ages }: Options): Promise<number> {
  try {
    const report = await audit(urlsIn(stack), ages);
    print(report, ages.olderThanSeconds);
    return report.violations.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`the data cannot be read: ${error instanceof Error ? error.message : String(error)}\n`);
    return 69;
  }
}

function optionsOf(args: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        stack: { type: 'string' },
        'older-than-seconds': { type: 'string', default: DEFAULT_AGE_SECONDS },
        'test-retention-days': { type: 'string', default: DEFAULT_RETENTION_DAYS },
      },
    });
    const { stack, 'older-than-seconds': age, 'test-retention-days': days } = values;
    if (stack === undefined || !/^\d{1,7}$/.test(age) || !/^[1-9]\d{0,2}$/.test(days)) return undefined;
    return { stack, olderThanSeconds: Number(age), testRetentionDays: Number(days) };
  } catch {
    return undefined;
  }
}

function urlsIn(file: string): DatabaseUrls {
  const { auditor } = JSON.parse(readFileSync(file, 'utf8')) as { auditor?: { databases: DatabaseUrls } };
  if (auditor === undefined) throw new Error(`${file} has no databases of the auditor`);
  return auditor.databases;
}

function print({ violations, intents, charges }: AuditReport, olderThanSeconds: number): void {
  for (const { rule, statement, subject, detail } of violations) {
    process.stdout.write(`✗ statement ${statement}: ${rule}: ${subject}: ${detail}\n`);
  }
  const checked = `older than ${olderThanSeconds} s: ${intents} terminal intents, ${charges} charges`;
  process.stdout.write(`${checked}, ${violations.length} violations\n`);
}
