export * from './addresses.js';
export * from './moments.js';
export * from './names.js';
export * from './passwords.js';
export * from './rail-references.js';
export * from './statement-rows.js';
