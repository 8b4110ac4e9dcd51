/** `@paygate/testing/fuzz`, apart from the rest because it needs a package that who only speaks to a stack does not. */
export type { ApiDocument } from './api-document.js';
export { fuzzRequests, type FuzzRequest, type FuzzWorld } from './fuzz-requests.js';
export { judgeAnswer, type FuzzAnswer } from './judge-answer.js';
export { describeFinding, runFuzz, type FuzzFinding, type FuzzOptions, type FuzzReport } from './run-fuzz.js';
