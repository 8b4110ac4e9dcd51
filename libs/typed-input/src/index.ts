export * from './amounts.js';
export * from './codes.js';
export * from './masked.js';
export * from './phones.js';
