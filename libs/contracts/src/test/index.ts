export * from './addresses.js';
export * from './event-scopes.js';
export * from './key-work.js';
export * from './moments.js';
export * from './names.js';
export * from './passwords.js';
