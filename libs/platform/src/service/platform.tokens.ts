/** Injection token: the name of the service (`ServiceName`, `checkout` or `rail-simulator`). */
export const SERVICE_NAME = Symbol('SERVICE_NAME');

/**
 * Injection token: the CustomTransportStrategy that runService connects, when the module provides one. Its `listen` is
 * called again, after a delay, when it throws or reports an error.
 */
export const TRANSPORT = Symbol('TRANSPORT');
