/**
 * Installs the examples, except Next.js, with the built packages of the clients: `npx nx run examples:install`. What is installed
 * already stays as it is, so that a check and a test that run at the same time do not replace each other's files.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

const EXAMPLES = ['node-http', 'express', 'fastify', 'nestjs', 'react-shop'];
const CLIENTS = ['sdk-node', 'sdk-browser', 'sdk-react'];
const INSTALLED = 'examples/node_modules/.installed';

const hash = createHash('sha256');
const files = globSync([
  'examples/package*.json',
  'examples/*/package.json',
  `dist/packages/{${CLIENTS.join(',')}}/**/*.*`,
]);
for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file));
const wanted = hash.digest('hex');

if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== wanted) {
  const workspaces = EXAMPLES.flatMap((name) => ['-w', name]);
  execFileSync('npm', ['ci', '--prefix', 'examples', '--prefer-offline', ...workspaces], { stdio: 'inherit' });
  writeFileSync(INSTALLED, wanted);
}
