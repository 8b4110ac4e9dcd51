import { explain } from '../errors.ts';
import { requireArtifacts } from './cache.ts';
import { ENGINE_VARIABLES } from './engine.ts';
import { KAFKA_POM, findJava } from './kafka-needs.ts';

/** Fails with what a start would miss of this machine. It imports no package, so that it can be asked before any is fetched. */
try {
  if ((process.env[ENGINE_VARIABLES.kafka] ?? '') === '') {
    findJava();
    requireArtifacts(KAFKA_POM);
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
