/**
 * Fails when the API document promises an answer that no spec has provoked over HTTP: a status of an operation, or an error
 * code. The one argument is the folder into which the specs that ran have noted their answers (SEEN_ANSWERS). What need
 * not be provoked stands in `exemptions.json`, with the reason; an entry that is not needed any more fails too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { operationList } from '@paygate/contracts';
import type { Exemption, SeenAnswer } from './missing-answers.js';
import { missingAnswers } from './missing-answers.js';

const EXEMPTIONS = join(resolve(import.meta.dirname, '../../..'), 'tools/contract-coverage/exemptions.json');

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('name the folder of the answers that were seen');
const seen = readdirSync(folder)
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SeenAnswer);
const exemptions = JSON.parse(readFileSync(EXEMPTIONS, 'utf8')) as Exemption[];
const { missing, stale } = missingAnswers(operationList, seen, exemptions);
for (const answer of missing) console.error(`no spec has provoked: ${answer}`);
for (const answer of stale) console.error(`needs no exemption any more: ${answer}`);
console.log(`contract: ${seen.length} answers seen, ${missing.length} missing, ${stale.length} stale exemptions`);
process.exitCode = missing.length + stale.length === 0 ? 0 : 1;
