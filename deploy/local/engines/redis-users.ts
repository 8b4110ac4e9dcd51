import type { Secrets } from '../secrets/secrets.ts';

/** A service runs no command of an administrator; ioredis and BullMQ ask for the server's version and name their connections. */
const RIGHTS = '+@all -@admin -@dangerous +info -client +client|setname +client|setinfo +client|id';
/** The keys of each service. */
const KEYS = { gateway: 'pay:rate:*', webhooks: 'pay:bull:*' } as const;

/** The lines of redis.conf that give each service a login of its own. */
export function redisUsers(secrets: Secrets): readonly string[] {
  return Object.entries(KEYS).map(
    ([name, keys]) => `user ${name} on >${secrets.enginePassword('redis', name)} ~${keys} &* ${RIGHTS}`,
  );
}
