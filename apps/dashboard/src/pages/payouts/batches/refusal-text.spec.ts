import { expect, test } from '@jest/globals';
import { en } from '../../../i18n/en.js';
import { fr } from '../../../i18n/fr.js';
import { readList } from '../../../lists/read-list.js';
import { csvFiles } from '../../../lists/test/csv-files.js';
import { workbookFiles } from '../../../lists/test/workbook-files.js';
import { refusalText } from './refusal-text.js';

const files = [...csvFiles, ...workbookFiles];

test.each(files.filter(({ refusals }) => refusals))(
  '[12.22] its refusals have words in both languages: $name',
  async ({ bytes }) => {
    const { refusals } = await readList(bytes());
    for (const refusal of refusals)
      for (const t of [en, fr]) {
        const { where, what } = refusalText(refusal, t);
        expect(what.length).toBeGreaterThan(10);
        if (refusal.row !== null) expect(where).toContain(`${t === fr ? 'Ligne' : 'Row'} ${refusal.row}`);
        if (refusal.column !== null) expect(where).toContain(`${t === fr ? 'colonne' : 'column'} ${refusal.column}`);
      }
  },
);
