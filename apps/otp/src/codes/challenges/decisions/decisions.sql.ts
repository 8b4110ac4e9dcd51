import { proofSql } from '../../budgets/budgets.repository.js';
import { sendSql } from '../../../messages/sending/sends.repository.js';

/** Whatever a decision was made on, the table has the last word. */
const isOpen = (mostChecks: number): string =>
  `c.id = given.challenge_id AND c.checks < ${mostChecks} AND c.consumed_at IS NULL AND c.expires_at > clock_timestamp()`;

const EFFECTS = '(SELECT count(*)::integer FROM kept) AS kept';

/** Stores the hash of each code, its message, its use of the budget, its event and the answer. */
export const sentSql = (codes: string, keepSql: string, publishSql: string): string => `
  WITH ${codes}, done AS (
    INSERT INTO otp_challenge AS c (id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted,
      budget_scope, channel, code_hash, sends, send_id, sent_at, created_at, resend_at, expires_at)
    SELECT challenge_id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted,
      budget_scope, channel, code_hash, sends, send_id, sent_at, sent_at, resend_at, expires_at FROM code ORDER BY challenge_id
    ON CONFLICT (id) DO UPDATE SET trusted = excluded.trusted, budget_scope = excluded.budget_scope,
      channel = excluded.channel, code_hash = excluded.code_hash, sends = excluded.sends, send_id = excluded.send_id,
      sent_at = excluded.sent_at, resend_at = excluded.resend_at, expires_at = excluded.expires_at
    WHERE (c.purpose, c.merchant_id, c.mode, c.subject)
      = (excluded.purpose, excluded.merchant_id, excluded.mode, excluded.subject)
    RETURNING id),
  sent AS (SELECT code.* FROM code JOIN done ON done.id = code.challenge_id),
  used AS (
    INSERT INTO otp_use (id, mode, subject, scope, kind, address, at)
    SELECT send_id, mode, counted_as, budget_scope, 'send', address, sent_at FROM sent),
  ${sendSql('sent')},
  published AS (${publishSql} AS entry (id, topic, key, headers, payload)
    WHERE entry.id IN (SELECT event_id FROM sent)),
  kept AS (${keepSql} RETURNING key_hash)
  SELECT id, ${EFFECTS} FROM done`;

/** Counts checks of right codes, and consumes the challenges of those that give a token. */
export const rightSql = (checks: string, keepSql: string, mostChecks: number): string => `
  WITH ${checks}, done AS (
    UPDATE otp_challenge AS c SET checks = c.checks + 1, consumed_at = given.consumed_at, token_id = given.token_id
    FROM given WHERE ${isOpen(mostChecks)} RETURNING c.id, c.send_id, c.consumed_at),
  given_back AS (
    DELETE FROM otp_use WHERE id = ANY (ARRAY (SELECT send_id FROM done WHERE consumed_at IS NOT NULL)) AND scope NOT LIKE 'intent:%'),
  counted AS (SELECT given.* FROM given JOIN done ON done.id = given.challenge_id),
  proved AS (${proofSql('counted')}),
  kept AS (${keepSql} RETURNING key_hash)
  SELECT id, ${EFFECTS} FROM done`;

/** Counts checks of wrong codes, and charges them to budgets. */
export const wrongSql = (checks: string, mostChecks: number): string => `
  WITH ${checks}, done AS (
    UPDATE otp_challenge AS c SET checks = c.checks + 1 FROM given WHERE ${isOpen(mostChecks)} RETURNING c.id)
  INSERT INTO otp_use (id, mode, subject, scope, kind, address, at)
  SELECT use_id, mode, counted_as, scope, 'wrong_check', address, at FROM given JOIN done ON done.id = given.challenge_id`;
