import 'reflect-metadata';
import type { ServiceName } from '@paygate/contracts';
import { serviceNames } from '@paygate/contracts';
import { loadConfig, Logger, runTool } from '@paygate/platform';
import type { DeadLetter } from './dead-letters/dead-letter-reader.js';
import { readDeadLetters } from './dead-letters/dead-letter-reader.js';
import { replayDeadLetters } from './dead-letters/dead-letter-replay.js';
import { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
import { Names } from './names.js';
import { OperatorConfig } from './operator-config.js';

const USAGE = `dead-letters list <service>                       the dead letters of the service, one JSON line each
dead-letters replay <service> all | <offset>...   sends dead letters to where they came from
`;

const [action, given, ...which] = process.argv.slice(2);
const service = serviceNames.find((name) => name === given);
if (
  service === undefined ||
  !['list', 'replay'].includes(action ?? '') ||
  (action === 'replay' && which.length === 0)
) {
  process.stderr.write(USAGE);
  process.exitCode = 64;
} else await runTool('dead-letters', () => run(service));

async function run(consumer: ServiceName): Promise<void> {
  const config = loadConfig(OperatorConfig);
  const logger = new Logger({ service: 'dead-letters', instance: String(process.pid), level: 'error' });
  const kafka = kafkaConnection({ ...kafkaAddress(config), clientId: 'dead-letters', logger });
  const query = { kafka, names: new Names(config.TOPIC_PREFIX), consumer };
  const letters = await readDeadLetters(query);
  if (action === 'list') for (const letter of letters) process.stdout.write(`${printed(letter)}\n`);
  else {
    const chosen = letters.filter(({ offset }) => which.includes('all') || which.includes(String(offset)));
    const { replayed, refused } = await replayDeadLetters(query, chosen);
    process.stdout.write(`${replayed} of ${letters.length} replayed\n`);
    for (const { letter, because } of refused) process.stderr.write(`letter ${letter} is refused: ${because}\n`);
    if (refused.length > 0) process.exitCode = 1;
  }
}

/** Never the payload: it is kept from the log, and from the terminal too. The cause is what the letter says. */
function printed({ offset, type, messageId, message, cause }: DeadLetter): string {
  return JSON.stringify({ letter: offset, type, messageId, key: message.key?.toString(), cause });
}
