import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ClientSources } from './read-fields.js';
import type { ReadField } from './read-fields.js';

/** READ_FIELDS=all tries every field. */
const TRIED = process.env['READ_FIELDS'] === 'all' ? Infinity : 10;

const clients = new ClientSources();
const fields = clients.readFields();
const order = ({ name, start }: ReadField) => createHash('sha256').update(`${name} ${start}`).digest('hex');
const tried = fields.toSorted((left, right) => order(left).localeCompare(order(right))).slice(0, TRIED);

test('[8.7] the clients compile, and read fields of the API document', () => {
  expect(clients.errors()).toEqual([]);
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['token', 'otpId', 'retryable', 'status', 'expiresAt']));
});

test.each(tried)('a document without the field $name does not compile with the clients', (field) => {
  expect(clients.errors(field)).not.toEqual([]);
});
