/**
 * Fails when the API document promises an answer that no spec has received over HTTP: a status of an operation, or an error code.
 * It fails too when an operation answered with a code that it does not document. The argument is the folder in which specs recorded their answers (SEEN_ANSWERS). `exemptions.json` lists answers that no spec
 * needs to receive, with the reason; an entry that is no longer needed fails too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { operationList } from '@paygate/contracts';
import type { Exemption, SeenAnswer } from './missing-answers.js';
import { missingAnswers } from './missing-answers.js';

const EXEMPTIONS = join(resolve(import.meta.dirname, '../../..'), 'tools/contract-coverage/exemptions.json');

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('name the folder of the recorded answers');
const seen = readdirSync(folder)
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SeenAnswer);
const exemptions = JSON.parse(readFileSync(EXEMPTIONS, 'utf8')) as Exemption[];
const { missing, stale, undocumented } = missingAnswers(operationList, seen, exemptions);
for (const answer of missing) console.error(`no spec has received: ${answer}`);
for (const answer of stale) console.error(`no longer needs an exemption: ${answer}`);
for (const answer of undocumented) console.error(`not in the API document: ${answer}`);
console.log(`contract: ${seen.length} answers received, ${missing.length} missing, ${stale.length} stale exemptions`);
process.exitCode = missing.length + stale.length + undocumented.length === 0 ? 0 : 1;
