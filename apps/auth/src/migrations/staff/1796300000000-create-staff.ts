import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The persons of the installation's team, and their proofs: docs/adr/0086-persons-of-the-team.md. */
export class CreateStaff1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff (
        -- a person who has, or had, a role is never deleted
        person_id text COLLATE "C" PRIMARY KEY REFERENCES person,
        -- null after the removal
        role text CHECK (role IN ('reader', 'agent', 'approver')),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE TABLE staff_proof (
        -- SHA-256 of 32 random bytes in base64url
        hash text COLLATE "C" NOT NULL,
        -- the digest of the one command that it proves. A used proof is deleted
        act text COLLATE "C" NOT NULL,
        person_id text COLLATE "C" NOT NULL REFERENCES staff,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (hash, act));
      CREATE INDEX staff_proof_expires ON staff_proof (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE staff_proof, staff');
  }
}
