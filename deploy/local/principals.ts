/** All principals that sign messages. Any service may receive their messages, so every process has the keys of all. */
export const PRINCIPALS = ['gateway', 'auth', 'intents', 'otp', 'charging', 'webhooks', 'operator'] as const;
