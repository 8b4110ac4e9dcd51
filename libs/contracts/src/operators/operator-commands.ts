import { defineCommand } from '../kernel/message.js';
import { IsMode } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import { OperatorsRead } from './operator-bodies.js';

export class ReadOperatorsCommand {
  @IsMode() mode!: Mode;
}
/** The operators that a mode has, with their state by what became of the newest operations. The counts may be some seconds old. */
export const readOperators = defineCommand({
  name: 'read-operators',
  owner: 'charging',
  request: ReadOperatorsCommand,
  answer: OperatorsRead,
  key: ({ mode }) => mode,
  unordered: true,
});
