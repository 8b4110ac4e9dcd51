/** The name of a process at a Kafka that demands a login. */
export function kafkaUser(name: string): string {
  return `pay-${name}`;
}
