import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an intent that is paid from a wallet have the masked phone of its user. The version before leaves it out of what it shows. */
export class MaskPhonesOfWallets1796000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent DROP CONSTRAINT intent_operator;
      -- wider: the version before writes no phone of a wallet
      ALTER TABLE intent ADD CONSTRAINT intent_operator CHECK (
        CASE payment_method WHEN 'mobile_money' THEN num_nonnulls(operator, phone_masked) = 2
          WHEN 'wallet' THEN operator IS NULL ELSE num_nonnulls(operator, phone_masked) = 0 END) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent DROP CONSTRAINT intent_operator;
      ALTER TABLE intent ADD CONSTRAINT intent_operator CHECK (
        num_nonnulls(operator, phone_masked) = CASE payment_method WHEN 'mobile_money' THEN 2 ELSE 0 END) NOT VALID`);
  }
}
