import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/* The plug-in for WordPress has its French beside the English of its sources. */

test('each text of the plug-in for WordPress has its French, and no French is left over', () => {
  const sources = globSync('integrations/wordpress/{includes/*.php,block/edit.js}').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:__|esc_html__|esc_attr__)\('([^']+)', 'paygate'\)/g)].map(([, text = '']) => text),
  );
  const french = readFileSync('integrations/wordpress/languages/fr.php', 'utf8');
  const known = [...french.matchAll(/^ {4}'([^']+)' => '([^']+)',$/gm)];
  expect(texts.length).toBeGreaterThan(30);
  expect(new Set(known.map(([, text]) => text))).toEqual(new Set(texts));
  expect(known.filter(([, text, translated]) => text === translated)).toEqual([]);
});

test('each placeholder of a text of the plug-in for WordPress is in its French, too', () => {
  const french = readFileSync('integrations/wordpress/languages/fr.php', 'utf8');
  const counts = (text: string): number => text.split('%s').length;
  for (const [, text = '', translated = ''] of french.matchAll(/^ {4}'([^']+)' => '([^']+)',$/gm))
    expect(counts(translated)).toBe(counts(text));
});
