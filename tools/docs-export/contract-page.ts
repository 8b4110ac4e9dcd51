import { globSync, readFileSync } from 'node:fs';
import { idsIn } from '../contract-coverage/promises.js';
import type { PromiseSection } from '../contract-coverage/promises.js';

/** The page with the promises of the API and the specs that prove them. */
export function contractPage(): string {
  const sections = JSON.parse(readFileSync('docs/contract-map.json', 'utf8')) as readonly PromiseSection[];
  const specs = specsById();
  const parts = sections.map(({ title, promises }) => {
    const lines = promises.map(({ id, says, uncovered }) =>
      uncovered === undefined
        ? `- **${id}** ${says} <sub>${(specs.get(id) ?? []).map(link).join(', ')}</sub>`
        : `- **${id}** ${says} _No test proves this: ${uncovered}_`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# What the API promises\n\nA whole \`npm test\` fails when a promise has no test, or its test did not run or pass. [When each was shown last](last-run.md) is a page of its own.\n\n${parts.join('\n')}`;
}

/** The paths of the specs with the id of a promise in a title. */
function specsById(): ReadonlyMap<string, readonly string[]> {
  const pairs = globSync('{apps,libs,tools,deploy}/**/*.spec.ts', {
    exclude: ['**/node_modules/**', 'tools/contract-coverage/**'],
  })
    .toSorted()
    .flatMap((spec) => idsIn(readFileSync(spec, 'utf8')).map((id) => ({ id, spec })));
  return new Map([...Map.groupBy(pairs, ({ id }) => id)].map(([id, found]) => [id, found.map(({ spec }) => spec)]));
}

function link(spec: string): string {
  const name = spec.split('/').at(-1) ?? spec;
  return `[${name}](../../${spec})`;
}
