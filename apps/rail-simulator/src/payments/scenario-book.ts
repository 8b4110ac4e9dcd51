import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { Kind } from './payment.js';
import { scenarioOf } from './scenario-of.js';
import type { Scenario } from './scenarios.js';
import { scenarioKey } from './scenarios.js';

export interface ScenarioOverride {
  readonly msisdn: string;
  readonly scenario: string;
}

/** The scenario of a payment, with the name under which its row remembers that. */
export interface KeyedScenario {
  readonly key: string;
  readonly scenario: Scenario;
}

/** The scenario of a number: the one that a test set for it, else the one of its last two digits. */
@Injectable()
export class ScenarioBook {
  constructor(private readonly database: Database) {}

  /** Without a scenario: nobody has this number. */
  async of(kind: Kind, msisdn: string): Promise<Pick<KeyedScenario, 'key'> & Partial<KeyedScenario>> {
    const text = 'SELECT scenario FROM scenario_override WHERE msisdn = $1';
    const values = [nationalNumber(msisdn)];
    const [found] = await this.database.query<ScenarioOverride>({ name: 'scenario_of', text, values });
    const key = found?.scenario ?? scenarioKey(msisdn);
    const scenario = scenarioOf({ kind, scenario: key });
    return scenario === undefined ? { key } : { key, scenario };
  }

  /** Sets the scenario of a number, or without one returns it to that of its digits. */
  async set(msisdn: string, scenario: string | undefined): Promise<void> {
    const number = nationalNumber(msisdn);
    if (scenario === undefined) {
      await this.database.execute({ text: 'DELETE FROM scenario_override WHERE msisdn = $1', values: [number] });
      return;
    }
    const text = `INSERT INTO scenario_override VALUES ($1, $2) ON CONFLICT (msisdn) DO UPDATE SET scenario = EXCLUDED.scenario`;
    await this.database.execute({ text, values: [number, scenario] });
  }

  overrides(): Promise<ScenarioOverride[]> {
    return this.database.query({ text: 'SELECT msisdn, scenario FROM scenario_override ORDER BY msisdn' });
  }
}

/** Without the country code, which one of the rails leaves out. */
function nationalNumber(msisdn: string): string {
  return msisdn.slice(-9);
}
