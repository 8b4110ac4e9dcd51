import 'reflect-metadata';
import type { ServiceName } from '@paygate/contracts';
import { dataServices, serviceNames } from '@paygate/contracts';
import { loadConfig, Logger, runTool } from '@paygate/platform';
import type { DeadLetter, DeadLetterQuery } from './dead-letters/dead-letter-reader.js';
import { readDeadLetters } from './dead-letters/dead-letter-reader.js';
import { replayDeadLetters } from './dead-letters/dead-letter-replay.js';
import { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
import { Names } from './names.js';
import { OperatorConfig } from './operator-config.js';

const USAGE = `dead-letters list <service>                       the dead letters of the service, one JSON line each
dead-letters count                                how many each service has, as a JSON object
dead-letters replay <service> all | <offset>...   sends dead letters to where they came from
`;
const EXIT_USAGE = 64;
const EXIT_REFUSED = 1;
const OFFSET = /^(0|[1-9][0-9]{0,15})$/;

const [action, given, ...which] = process.argv.slice(2);
const service = serviceNames.find((name) => name === given);
const fault = faultOfUsage();
if (fault !== undefined) {
  process.stderr.write(`dead-letters: ${fault}\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
} else await runTool('dead-letters', () => (service === undefined ? count() : run(service)));

function faultOfUsage(): string | undefined {
  if (action === undefined || !['list', 'count', 'replay'].includes(action))
    return `no command is called '${action ?? ''}'`;
  if (action === 'count') return given === undefined ? undefined : `count takes no '${given}'`;
  if (service === undefined) return `no service is called '${given ?? ''}': ${serviceNames.join(', ')}`;
  if (action === 'list') return which[0] === undefined ? undefined : `list takes no '${which[0]}'`;
  if (which.length === 0) return 'replay needs all, or offsets of dead letters';
  const wrong = which.join() === 'all' ? undefined : which.find((text) => !OFFSET.test(text));
  return wrong === undefined ? undefined : `'${wrong}' is no offset of a dead letter`;
}

/** The queue from which the dead letters of a service are read. */
function queryOf(): (consumer: ServiceName) => DeadLetterQuery {
  const config = loadConfig(OperatorConfig);
  const logger = new Logger({ service: 'dead-letters', instance: String(process.pid), level: 'error' });
  const kafka = kafkaConnection({ ...kafkaAddress(config), clientId: 'dead-letters', logger });
  return (consumer) => ({ kafka, names: new Names(config.TOPIC_PREFIX), consumer });
}

async function count(): Promise<void> {
  const query = queryOf();
  const counts: Record<string, number> = {};
  for (const consumer of dataServices) counts[consumer] = (await readDeadLetters(query(consumer))).length;
  process.stdout.write(`${JSON.stringify(counts)}\n`);
}

async function run(consumer: ServiceName): Promise<void> {
  const query = queryOf()(consumer);
  const letters = await readDeadLetters(query);
  if (action === 'list') for (const letter of letters) process.stdout.write(`${printed(letter)}\n`);
  else {
    const { replayed, refused } = await replayDeadLetters(query, chosenOf(letters));
    process.stdout.write(`${replayed} of ${letters.length} replayed\n`);
    for (const { letter, because } of refused) process.stderr.write(`letter ${letter} is refused: ${because}\n`);
    if (refused.length > 0) process.exitCode = EXIT_REFUSED;
  }
}

/** Throws when a letter that was asked for does not exist: then none is replayed. */
function chosenOf(letters: readonly DeadLetter[]): readonly DeadLetter[] {
  if (which.includes('all')) return letters;
  const missing = which.find((text) => !letters.some(({ offset }) => offset === Number(text)));
  if (missing !== undefined) throw new Error(`${given ?? ''} has no dead letter ${missing}`);
  return letters.filter(({ offset }) => which.includes(String(offset)));
}

/** Never the payload: it is kept from the log, and from the terminal too. The cause is what the letter says. */
function printed({ offset, type, messageId, message, cause }: DeadLetter): string {
  return JSON.stringify({ letter: offset, type, messageId, key: message.key?.toString(), cause });
}
