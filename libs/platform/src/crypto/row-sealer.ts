import type { Principal, Sealed } from '@paygate/contracts';
import { parseKeyring } from '../config/keyring.js';
import type { Secret } from '../config/secret.js';
import { Sealer } from './sealed.js';

/**
 * What keeps a dump of a service's database from telling its secrets: they lie sealed under keys of that service alone, each
 * bound to its column and row, so that it cannot be moved to another one. The keys are a list as of SEAL_KEYS, yet not those,
 * which every service holds that sends secrets to this one.
 */
export class RowSealer<Column extends string = string> {
  readonly #owner: Principal;
  readonly #sealer: Sealer;

  /** Of `keys` those of `owner` count: the first seals, all open. */
  constructor(owner: Principal, keys: Secret) {
    this.#owner = owner;
    this.#sealer = new Sealer(owner, parseKeyring(keys.reveal()));
  }

  /** `column` and `row` say where the value will lie. Throws SealFault when the text is too long. */
  seal(text: string, column: Column, row: string): Sealed {
    return this.#sealer.seal(this.#owner, text, `${column}:${row}`);
  }

  /** Throws SealFault for what was not sealed for this place under one of the keys. */
  open(sealed: string, column: Column, row: string): string {
    return this.#sealer.open(sealed as Sealed, `${column}:${row}`);
  }
}
