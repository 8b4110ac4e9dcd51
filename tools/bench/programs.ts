import { join } from 'node:path';

/** The built program of a bench. */
export function program(path: string): string {
  return join(import.meta.dirname, path);
}
