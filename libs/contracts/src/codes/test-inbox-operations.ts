import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { readTestInbox } from './otp-commands.js';
import { TEST_INBOX_HOURS, TEST_INBOX_MAX, TestInboxAnswer } from './test-inbox-bodies.js';

/** The messages that customers of test mode would have received. */
export const testInboxOperations = operationsOf({
  readTestInbox: {
    method: 'GET',
    path: '/test-inbox',
    summary: 'Read the messages of test mode',
    description: `The SMS and e-mails with codes and receipts that were sent for the account’s payments in test mode: the newest ${TEST_INBOX_MAX} of the last ${TEST_INBOX_HOURS} hours. A payment that names a user who does not exist has no messages, as nothing is sent. Codes that register a user or reset a password are not among them. In live mode the request is refused.`,
    key: 'secret',
    scope: 'test_inbox:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: TestInboxAnswer,
    errors: readTestInbox.refusals,
  },
});
