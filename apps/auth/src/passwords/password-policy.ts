import type { PhoneNumber } from '../phone-number.js';
import { preparedPassword } from './prepared-password.js';

/**
 * True when a new password is easily guessed: one of the commonest in any case, a short piece repeated, a row of neighbouring
 * characters, or digits of the phone number. The contract states its length.
 */
export function isWeakPassword(password: string, phone: PhoneNumber | undefined): boolean {
  const plain = preparedPassword(password).toLowerCase();
  return commonest.has(plain) || isRepetition(plain) || isRow(plain) || isOfPhone(plain, phone);
}

const LONGEST_PIECE = 4;

/** One to four characters over and over: `aaaaaaaa`, `12121212`. */
function isRepetition(text: string): boolean {
  return Array.from({ length: LONGEST_PIECE }, (_, index) => text.slice(0, index + 1)).some((piece) =>
    piece.repeat(text.length).startsWith(text),
  );
}

const rows: readonly string[] = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv',
];

/** Keys or characters in their own order, in either direction: `abcdefgh`, `98765432`. */
function isRow(text: string): boolean {
  const reversed = Array.from(text).reverse().join('');
  return rows.some((row) => row.includes(text) || row.includes(reversed));
}

/** Digits that the number has in this order, however they are grouped. */
function isOfPhone(text: string, phone: PhoneNumber | undefined): boolean {
  const digits = text.replace(/[\s+().-]/g, '');
  return phone !== undefined && /^[0-9]+$/.test(digits) && phone.replace('+', '00').includes(digits);
}

/** Common passwords of at least eight characters, in lower case, in English and French, as they are used here. */
const commonest: ReadonlySet<string> = new Set(
  [
    'password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd p@ssw0rd1',
    'motdepasse motdepasse1 motdepasse123 monmotdepasse azerty12 azerty123 azerty1234 azertyui azertyuiop1',
    'qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3r4',
    'asdfghjk asdf1234 abcd1234 abc12345 a1b2c3d4 aa123456 a1234567 a12345678 abc123456 123456789a 12345678a',
    '123456abc 11223344 12344321 123123123 123321123 147258369 159753456 741852963 987654321 789456123 123qweasd',
    'iloveyou iloveyou1 iloveyou2 jetaime1 jetaime123 jetaime2 monamour mon-amour doudou12 loulou12 chouchou',
    'welcome1 welcome123 bienvenue bienvenue1 letmein1 letmein123 admin123 admin1234 administrator administrateur',
    'changeme changeme1 changeme123 default1 temp1234 test1234 testtest secret123 superman superman1 batman123',
    'football football1 baseball basketball princess princess1 princesse sunshine sunshine1 dragon123 monkey123',
    'master123 michael1 jennifer jordan23 charlie1 starwars computer internet ordinateur telephone whatever',
    'trustno1 samsung1 samsung123 liverpool chelsea1 arsenal1 barcelona realmadrid juventus manchester',
    'cameroun cameroun237 cameroon cameroon237 camer237 douala237 yaounde237 yaounde1 douala123 lionsindomptables',
    'jesus123 jesuschrist jesus-christ jesuschrist1 jesusislord godisgood godisgreat blessing blessing1 dieuestgrand',
    'dieuestamour seigneur merciseigneur mercijesus graceadieu paygate1 paygate12 paygate123 paygate2026',
  ].flatMap((line) => line.split(' ')),
);
