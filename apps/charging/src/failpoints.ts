/** The places in which a test may end the process at once, as a power cut does. */
export const failpoints = [
  'operation-opened',
  'rail-token-issued',
  'rail-token-kept',
  'submission-begun',
  'submission-answered',
  'prompt-recorded',
  'callback-taken',
  'poll-answered',
  'settled',
] as const;
export type Failpoint = (typeof failpoints)[number];

let armed: Failpoint | undefined;

/** Chooses the place, in test mode only. */
export function armFailpoint(name: Failpoint | undefined): void {
  armed = name;
}

/** Ends the process by SIGKILL if this is the chosen place. */
export function reach(name: Failpoint): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
