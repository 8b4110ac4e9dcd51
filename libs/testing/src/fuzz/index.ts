/** `@paygate/testing/fuzz`. It is separate because the tools image lacks a package that it needs. */
export type { ApiDocument } from './api-document.js';
export { fuzzRequests, type FuzzRequest, type FuzzWorld } from './fuzz-requests.js';
export { judgeAnswer, type FuzzAnswer } from './judge-answer.js';
export { describeFinding, runFuzz, type FuzzFinding, type FuzzOptions, type FuzzReport } from './run-fuzz.js';
