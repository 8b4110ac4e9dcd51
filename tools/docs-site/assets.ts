import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that the pages load besides themselves, all from the gateway: the style, and the renderer of the API document. */
export function assets(root: string): ReadonlyMap<string, Buffer> {
  const own = (name: string): Buffer => readFileSync(join(import.meta.dirname, name));
  return new Map([
    ['style.css', own('style.css')],
    ['api-page.js', own('api-page.js')],
    [
      'openapi-explorer.js',
      readFileSync(join(root, 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js')),
    ],
  ]);
}
