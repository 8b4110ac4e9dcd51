export const otpChannels = ['sms', 'email'] as const;
export type OtpChannel = (typeof otpChannels)[number];
