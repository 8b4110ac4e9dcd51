/** The charges that need the user token of a sign-in besides the OTP token: those of the user's wallet, all or none. */
export const customerSignIns = ['wallet', 'always', 'never'] as const;
export type CustomerSignIn = (typeof customerSignIns)[number];
