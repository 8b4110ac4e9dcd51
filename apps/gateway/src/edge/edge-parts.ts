import type { AccessLog } from './access-log.js';
import type { CrossOrigin } from './cross-origin.js';
import type { Proxies } from './listener/proxies.js';
import type { RawAnswers } from './listener/raw-answers.js';
import type { RequestGate } from './listener/request-gate.js';

/** What the edge is made of, besides what the modules provide. */
export interface EdgeParts {
  readonly gate: RequestGate;
  readonly proxies: Proxies;
  readonly log: AccessLog;
  readonly raw: RawAnswers;
  readonly crossOrigin: CrossOrigin;
}
