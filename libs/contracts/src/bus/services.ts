/** The services that keep data. Each has a database, a command topic and dead letters of its own, and reads in a group of its own. */
export const dataServices = ['auth', 'intents', 'otp', 'charging', 'webhooks'] as const;
export type DataService = (typeof dataServices)[number];

/** The services of the system. A service owns what it has of a database, a command topic and an event stream. */
export const serviceNames = ['gateway', ...dataServices] as const;

/** Name of a service, as it appears in message headers, consumer groups, databases and logs. */
export type ServiceName = (typeof serviceNames)[number];

/** Who may sign a message: a service, or the operator's command-line tools. */
export const principals = [...serviceNames, 'operator'] as const;
export type Principal = (typeof principals)[number];
