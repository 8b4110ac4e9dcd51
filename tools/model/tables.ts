/**
 * The tables of states of intents and of rail operations, as the services have them. A tool imports no service, so they are read at run
 * time; the shapes stated here are all that the model needs of them.
 */
import type { IntentStatus } from '@paygate/contracts';

interface Cell {
  readonly kind: 'move' | 'refuse' | 'late' | 'contradiction';
  readonly to?: IntentStatus;
}
interface IntentTable {
  readonly transitions: Readonly<Record<IntentStatus, Readonly<Record<string, Cell>>>>;
  readonly terminalStatuses: readonly IntentStatus[];
}
interface OperationTable {
  readonly moves: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;
  readonly endStates: readonly string[];
}

const [intents, operations] = [
  '../../apps/intents/src/domain/intent-status.js',
  '../../apps/charging/src/rails/operations/operation-status.js',
];
export const { transitions, terminalStatuses } = (await import(intents)) as IntentTable;
export const { moves, endStates } = (await import(operations)) as OperationTable;

/** The legal transitions of an intent, each as `FROM TO`. */
export const legalTransitions: ReadonlySet<string> = new Set(
  Object.entries(transitions).flatMap(([from, row]) =>
    Object.values(row).flatMap((cell) => (cell.to === undefined ? [] : [`${from} ${cell.to}`])),
  ),
);
