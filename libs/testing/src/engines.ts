/** Address of a test engine. `npm test` starts the engines and sets these; without them integration tests fail. */
export function engineAddress(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'TEST_KAFKA_BROKERS'): string {
  const address = process.env[name];
  if (address === undefined || address === '')
    throw new Error(`${name} is not set: run npm test, which starts the engines`);
  return address;
}
