export * from './csv.js';
export * from './moments.js';
export * from './money.js';
export * from './sheet.js';
