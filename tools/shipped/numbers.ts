import { operatorOfNumber } from '@paygate/contracts';
import type { Asked } from './asked.js';
import { outputOf } from './asked.js';

/** The operators of libphonenumber's carriers that are rails here. */
const rails: Readonly<Record<string, string>> = { 'MTN Cameroon': 'mtn_momo', Orange: 'orange_money' };

/** Prints the version, and each beginning of a valid mobile number with its carrier. */
const PROGRAM = `
import phonenumbers, json
from phonenumbers.carrier import name_for_number
found = {}
for first in range(600, 700):
    number = phonenumbers.parse('+237%d777701' % first)
    found[first] = name_for_number(number, 'en') if phonenumbers.is_valid_number(number) else ''
print(json.dumps([phonenumbers.__version__, found]))
`;

/** Compares the operators of numbers with the newest data of libphonenumber. */
export function askNumbers(folder: string): Asked {
  outputOf(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder, 'phonenumbers'],
    folder,
  );
  const [version, carriers] = JSON.parse(outputOf('python3', ['-c', PROGRAM], folder)) as [
    string,
    Record<string, string>,
  ];
  const faults = Object.entries(carriers).flatMap(([first, carrier]) => {
    const ours = operatorOfNumber(`+237${first}777701`);
    return ours === rails[carrier]
      ? []
      : [`${first}: ${ours ?? 'none'} here, ${carrier === '' ? 'not valid' : carrier} there`];
  });
  return { about: `numbers of Cameroon in libphonenumber ${version}`, count: Object.keys(carriers).length, faults };
}
