import { expect, it } from '@jest/globals';
import type { Manifest } from '../manifests.ts';
import { readOverlay, templateOf } from '../manifests.ts';
import { attendedJob, operatorJob } from './operator-job.ts';
import { faultsOf } from '../rules.ts';

const [cronJob] = readOverlay('production').filter(({ kind }) => kind === 'CronJob');
if (cronJob === undefined) throw new Error('production has no CronJob');
const template = templateOf(cronJob);
const jobOf = (...words: string[]): Manifest => operatorJob(cronJob, words) as Manifest;

it.each([
  [['escalations'], ['dist/tools/operator/main.js', 'escalations']],
  [
    ['merchant', 'mer_1', 'suspend'],
    ['dist/tools/operator/main.js', 'merchant', 'mer_1', 'suspend'],
  ],
  [
    ['dead-letters', 'list', 'otp'],
    ['dist/libs/messaging/src/dead-letters.cli.js', 'list', 'otp'],
  ],
  [
    ['create-merchant', 'Chez $(id); x'],
    ['dist/tools/operator/main.js', 'create-merchant', 'Chez $$(id); x'],
  ],
])('%j is run by its program', (words, args) => {
  const [container] = template?.spec.containers ?? [];
  expect(templateOf(jobOf(...words))).toEqual({
    ...template,
    spec: { ...template?.spec, containers: [{ ...container, args }] },
  });
});

it('takes an input once', () => {
  const job = operatorJob(cronJob, ['upload-statement', 'mtn_momo', 'live', '2026-01-31', '-'], true) as Manifest;
  expect(templateOf(job)?.spec.containers).toMatchObject([{ stdin: true, stdinOnce: true }]);
});

it('waits for as long as it may when its commands are run in its pod', () => {
  const job = attendedJob(cronJob) as Manifest;
  const [container] = template?.spec.containers ?? [];
  const args = ['--eval', 'setTimeout(() => {}, 2 ** 31 - 1)'];
  expect(templateOf(job)?.spec.containers).toEqual([{ ...container, args }]);
  expect(faultsOf([{ ...job, metadata: { name: 'operator' } }])).toEqual([]);
});

it('is not repeated, and keeps the rules', () => {
  const job = jobOf('escalations');
  expect(job.spec).toMatchObject({ backoffLimit: 0, template: { spec: { serviceAccountName: 'operator' } } });
  expect(faultsOf([{ ...job, metadata: { name: 'operator' } }])).toEqual([]);
});
