import { Injectable } from '@nestjs/common';
import type {
  MobileOperator,
  Mode,
  OperatorMethod,
  OperatorOutcomes,
  OperatorsRead,
  OperatorView,
} from '@paygate/contracts';
import { mobileOperators, numberPrefixesOf } from '@paygate/contracts';
import { stateOf } from './domain/operator-state.js';
import type { MethodTerms } from './operator-terms.js';
import { OperatorTerms } from './operator-terms.js';
import type { MethodOutcomes } from './outcomes.repository.js';
import { RecentOutcomes } from './recent-outcomes.js';

const NONE: OperatorOutcomes = { succeeded: 0, declined: 0, failed: 0, stuck: 0, medianSeconds: null };

/** The operators of a mode, with their state by what became of the newest operations. */
@Injectable()
export class ReadOperators {
  constructor(
    private readonly terms: OperatorTerms,
    private readonly outcomes: RecentOutcomes,
  ) {}

  async read(mode: Mode): Promise<OperatorsRead> {
    const { methods: counted, readAt } = await this.outcomes.current();
    const ofMode = counted.filter((outcomes) => outcomes.mode === mode);
    const data = mobileOperators.flatMap((operator) => this.#operator(operator, mode, ofMode));
    return { data, readAt: readAt.toISOString() };
  }

  #operator(operator: MobileOperator, mode: Mode, counted: readonly MethodOutcomes[]): readonly OperatorView[] {
    const uses = this.terms.usesOf(operator, mode);
    if (uses === undefined) return [];
    const ofOperator = counted.filter(({ rail }) => rail === operator);
    const methods = uses.methods.map((terms) => methodOf(terms, ofOperator));
    const collects = methods.find(({ method }) => method === 'collect');
    return [
      {
        operator,
        currencies: [...uses.currencies],
        numberPrefixes: [...numberPrefixesOf(operator)],
        ...this.terms.promptOf(operator),
        state: collects?.state ?? 'unknown',
        methods,
      },
    ];
  }
}

function methodOf({ method, limits }: MethodTerms, counted: readonly MethodOutcomes[]): OperatorMethod {
  const found = counted.find((outcomes) => outcomes.method === method);
  const { last5Minutes, last60Minutes } = found ?? { last5Minutes: NONE, last60Minutes: NONE };
  return { method, limits, state: stateOf([last5Minutes, last60Minutes]), last5Minutes, last60Minutes };
}
