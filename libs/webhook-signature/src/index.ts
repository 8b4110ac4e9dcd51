export { DEFAULT_TOLERANCE_SECONDS, SignatureVerificationError } from './header/index.js';
export type { SignatureFault, VerifyOptions } from './header/index.js';
export * from './secret.js';
export * from './sign.js';
export * from './verify.js';
