import { describe, expect, it } from '@jest/globals';
import { en } from '../i18n/en.js';
import { fr } from '../i18n/fr.js';
import { refusalText } from '../pages/payouts/batches/refusal-text.js';
import { readList } from './read-list.js';
import { disguisedLists } from './test/disguised-lists.js';
import { filesOfOthers } from './test/files-of-others.js';
import { otherPrograms } from './test/other-programs.js';

/** Guarantees that lists of programs that people use are read cell by cell as they see them. */
describe('a list that was saved by', () => {
  it.each([...otherPrograms, ...disguisedLists, ...filesOfOthers].map((given) => [given.file, given] as const))(
    '%s',
    async (_, given) => {
      const list = await readList(given.bytes);
      const refused = list.refusals.map(({ row, column, code }) => [row, column, code]);
      expect(refused).toEqual(given.refusals ?? []);
      expect(list.rows.map((row) => [row.row, row.phoneNumber, row.amount, row.name, row.reference])).toEqual(
        given.rows,
      );
      expect(list.unreadColumns).toEqual(given.unreadColumns ?? []);
      expect(list.otherSheets).toEqual(given.otherSheets ?? []);
      expect(list.unpaid).toEqual(given.unpaid ?? []);
      for (const refusal of list.refusals)
        for (const words of [en, fr]) {
          const { where, what } = refusalText(refusal, words);
          if (refusal.row !== null) expect(where).toContain(`${words === fr ? 'Ligne' : 'Row'} ${refusal.row}`);
          if (refusal.column !== null)
            expect(where).toContain(`${words === fr ? 'colonne' : 'column'} ${refusal.column}`);
          expect(what.length).toBeGreaterThan(10);
        }
    },
  );
});
