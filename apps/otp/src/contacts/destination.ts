import type { OtpChannel } from '@paygate/contracts';

/**
 * A phone number or e-mail address as a caller sees it. Its length and its country or domain stay hidden too, so
 * that one invented for an unknown user looks the same; an address that begins with no letter is shown as that one.
 */
export function maskDestination(channel: OtpChannel, destination: string, invented: string): string {
  if (channel === 'sms') return maskedPhone(destination.slice(-2));
  return /^[a-z]/i.test(destination) ? maskedEmail(destination.slice(0, 1)) : invented;
}

/** The destination shown for a user who does not exist. `seed` is secret bytes that are always the same for one user. */
export function inventDestination(channel: OtpChannel, seed: Uint8Array): string {
  const number = ((seed[0] ?? 0) << 16) | ((seed[1] ?? 0) << 8) | (seed[2] ?? 0);
  return channel === 'sms'
    ? maskedPhone(String(number % 100).padStart(2, '0'))
    : maskedEmail(FIRST_LETTERS.charAt(number % FIRST_LETTERS.length));
}

const maskedPhone = (lastDigits: string): string => `********${lastDigits}`;
const maskedEmail = (firstLetter: string): string => `${firstLetter.toLowerCase()}***@***`;

/** First letters of given names, the frequent ones more often. */
const FIRST_LETTERS = 'aaaabbccdddeeeffggghhiijjjkkllllmmmmmnnnoopppqrrrrsssstttuvvwxyyz';
