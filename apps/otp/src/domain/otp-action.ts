/** What a caller can ask for. */
export type OtpAction = 'init' | 'verify';
