export * from './amounts.js';
export * from './codes.js';
export * from './phones.js';
