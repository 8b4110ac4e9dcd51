/** Writes the clients that a gateway gives out into a folder: `node tools/clients/hand-out.ts <folder>`. */
import { rmSync } from 'node:fs';
import { handOut } from './releases.ts';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('the folder of the clients is needed: hand-out.ts <folder>');
rmSync(target, { recursive: true, force: true });
handOut(target);
