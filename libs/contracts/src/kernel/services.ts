/** The services that keep data. Each has its own database, command topic, dead letters and consumer group. */
export const dataServices = ['auth', 'intents', 'otp', 'charging', 'webhooks'] as const;
export type DataService = (typeof dataServices)[number];

/** The services of the system. */
export const serviceNames = ['gateway', ...dataServices] as const;

/** Name of a service, as it appears in message headers, consumer groups, databases and logs. */
export type ServiceName = (typeof serviceNames)[number];

/** The possible signers of a message: the services and the `operator` command-line tools. */
export const principals = [...serviceNames, 'operator'] as const;
export type Principal = (typeof principals)[number];

/** Two principals that share keys, in the order of their names. */
export type Pair = `${Principal}-${Principal}`;

/** The pair of two principals, whichever of them is named first. */
export function pairOf(one: Principal, other: Principal): Pair {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}

/** The pair that `text` names; undefined when it names none. */
export function parsePair(text: string): readonly [Principal, Principal] | undefined {
  const [one, other] = text.split('-').map((name) => principals.find((principal) => principal === name));
  return one !== undefined && other !== undefined && one !== other && pairOf(one, other) === text
    ? [one, other]
    : undefined;
}
