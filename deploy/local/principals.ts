/** All principals that sign messages. */
export const PRINCIPALS = ['gateway', 'auth', 'intents', 'otp', 'charging', 'webhooks', 'operator'] as const;
