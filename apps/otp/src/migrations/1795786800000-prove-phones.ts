import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The addresses at which the code of a phone was right, and the bound of a day for all codes to typed numbers. */
export class ProvePhones1795786800000 implements MigrationInterface {
  readonly name = 'ProvePhones1795786800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_proof (
        -- the HMAC under the pepper of the number, in test mode with the merchant
        subject text COLLATE "C" NOT NULL,
        -- an HMAC of the caller's address under the pepper
        address text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (subject, address)
      );
      CREATE INDEX otp_proof_age ON otp_proof USING brin (at);
      COMMENT ON TABLE otp_guest_day IS 'codes to typed numbers: of guests, registrations and password resets'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_proof; COMMENT ON TABLE otp_guest_day IS NULL');
  }
}
