/** A topic has six partitions: a seventh instance would have nothing to read. */
export const MAX_INSTANCES = 6;

/** The number of processes of each service to start. */
export interface InstanceCounts {
  readonly each: number;
  /** by service, where the number differs */
  readonly of: Readonly<Record<string, number>>;
}

export const ONE_OF_EACH: InstanceCounts = { each: 1, of: {} };

/** The options of `npm start --`. */
export interface StartOptions {
  /** how many users are created, each with a funded wallet */
  readonly users: number;
  /** high: every rate, send and sign-in limit is raised out of the way of a load test */
  readonly limits: 'normal' | 'high';
  readonly instances: InstanceCounts;
  /** whether the engines demand TLS and a login of each service, and check its rights, as in production */
  readonly secure: boolean;
  /** whether the services have the settings of a production, without TEST_MODE; its engines are secure */
  readonly production: boolean;
  /** whether the services on the bus share one process */
  readonly oneProcess: boolean;
}

export const DEFAULT_START: StartOptions = {
  users: 1,
  limits: 'normal',
  instances: ONE_OF_EACH,
  secure: false,
  production: false,
  oneProcess: false,
};
