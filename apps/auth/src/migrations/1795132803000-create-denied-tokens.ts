import type { MigrationInterface, QueryRunner } from 'typeorm';

/** User tokens that end before they expire. */
export class CreateDeniedTokens1795132803000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(deniedTokens);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE denied_tokens');
  }
}

const deniedTokens = `
CREATE TABLE denied_tokens (
  -- jti of one token, or the id of a user
  subject text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  issued_until timestamptz NOT NULL,
  -- when the last of them has expired anyway
  expires_at timestamptz NOT NULL,
  CHECK (expires_at > issued_until)
);
CREATE INDEX denied_tokens_end ON denied_tokens (expires_at);
`;
