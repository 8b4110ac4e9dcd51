export * from './moments.js';
