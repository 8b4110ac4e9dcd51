import { explain } from '../errors.ts';
import { requireArtifacts } from './cache.ts';
import { ENGINE_VARIABLES } from './engine.ts';
import { KAFKA_POM, findJava } from './kafka-needs.ts';

/** Fails, with the reason, when this machine lacks what a start needs. It imports no package, so that it can run before `npm ci`. */
try {
  if ((process.env[ENGINE_VARIABLES.kafka] ?? '') === '') {
    findJava();
    requireArtifacts(KAFKA_POM);
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
