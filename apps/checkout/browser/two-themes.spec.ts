import { expect, test } from '@jest/globals';
import { twoThemes } from './two-themes.js';

test('a colour of two themes becomes a rule for each, and all else stands in the first', () => {
  expect(twoThemes(':root {\n  --page: light-dark(#f6f7f6, #101413);\n  --radius: 8px;\n}\n')).toBe(
    ':root {\n  --page: #f6f7f6;\n  --radius: 8px;\n}\n' +
      '@media (prefers-color-scheme: dark) {\n:root {\n  --page: #101413;\n}\n}\n',
  );
});
