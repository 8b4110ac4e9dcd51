export * from './addresses.js';
export * from './bounded-amounts.js';
export * from './debian-zones.js';
export * from './moments.js';
export * from './names.js';
export * from './passwords.js';
export * from './rail-references.js';
export * from './statement-rows.js';
