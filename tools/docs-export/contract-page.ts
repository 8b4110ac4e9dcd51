import { readFileSync } from 'node:fs';
import type { PromiseSection } from '../contract-coverage/promises.js';

/** The page with the promises of the API and the specs that prove them. */
export function contractPage(): string {
  const sections = JSON.parse(readFileSync('docs/contract-map.json', 'utf8')) as readonly PromiseSection[];
  const parts = sections.map(({ title, promises }) => {
    const lines = promises.map(({ id, says, tests = {}, uncovered }) =>
      uncovered === undefined
        ? `- **${id}** ${says} <sub>${Object.keys(tests).map(link).join(', ')}</sub>`
        : `- **${id}** ${says} _No test proves this: ${uncovered}_`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# What the API promises\n\nA whole \`npm test\` fails when a promise has no test, or its test did not run or pass.\n\n${parts.join('\n')}`;
}

function link(spec: string): string {
  const name = spec.split('/').at(-1) ?? spec;
  return `[${name}](../../${spec})`;
}
