export * from './addresses.js';
export * from './moments.js';
export * from './names.js';
export * from './passwords.js';
