/** The command line does not match the usage of the operator's commands. The message has the reason. */
export class BadUsage extends Error {
  override readonly name = 'BadUsage';
}
