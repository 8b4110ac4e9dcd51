import { Injectable } from '@nestjs/common';
import { Logger, redisTls, ShutdownCoordinator } from '@paygate/platform';
import type { Result } from 'ioredis';
import { Redis } from 'ioredis';
import { GatewayConfig } from '../config.js';
import type { Budget, Draw } from './budget.js';
import { LocalBuckets } from './local-buckets.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(bucket: string, quota: number, windowSeconds: number): Result<[number, number, number], Context>;
  }
}

/**
 * A bucket is stored as one number, the microsecond at which it is full again (the generic cell rate algorithm), and expires
 * when it is full. Redis' clock decides, so that the clocks of gateways need not agree. The value is bounded by one window
 * from now: after that clock was set back, no bucket takes longer than its window to fill.
 */
const TAKE_TOKEN = `
local quota, windowMicros = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local tokenMicros = windowMicros / quota
local stored = tonumber(redis.call('GET', KEYS[1]) or 0)
local fullAt = math.max(now, math.min(stored, now + windowMicros))
local held = math.floor((now + windowMicros - fullAt) / tokenMicros + 0.000001)
if held < 1 then
  return { 0, 0, math.ceil((fullAt + tokenMicros - windowMicros - now) / 1000) }
end
fullAt = fullAt + tokenMicros
redis.call('SET', KEYS[1], string.format('%.0f', fullAt), 'PX', math.max(1, math.ceil((fullAt - now) / 1000)))
return { 1, held - 1, 0 }
`;

const RECONNECT_MAX_MS = 1_000;
/** A connection is closed when Redis leaves a command on it unanswered for so long. */
const SILENCE_MS = 2_000;

/**
 * Token buckets in Redis, shared by all gateways. A request that Redis does not count in time, because it is away or because this
 * process is busy, takes from a bucket of this process. What Redis allows is taken from that bucket too, so that the two together
 * allow no more than one.
 */
@Injectable()
export class TokenBuckets {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly local = new LocalBuckets();
  private isReported = true;

  constructor(
    config: GatewayConfig,
    shutdown: ShutdownCoordinator,
    private readonly logger: Logger,
  ) {
    this.prefix = `${config.TOPIC_PREFIX}:rate:`;
    this.redis = new Redis(config.REDIS_URL.reveal(), {
      ...redisTls(config),
      // while there is no connection a command fails at once
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: config.RATE_LIMIT_WAIT_MS,
      socketTimeout: SILENCE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
      scripts: { takeToken: { lua: TAKE_TOKEN, numberOfKeys: 1 } },
    });
    // the end of the connection is reported below
    this.redis.on('error', () => undefined);
    this.redis.on('ready', () => {
      this.report(true);
    });
    this.redis.on('close', () => {
      this.report(false);
    });
    shutdown.on('close', 'redis', () => {
      this.redis.disconnect();
    });
  }

  /** True when the buckets are those that all gateways share. */
  get areShared(): boolean {
    return this.redis.status === 'ready';
  }

  /** Takes a token, in one atomic step. */
  async take(bucket: string, budget: Budget): Promise<Draw> {
    const { quota, windowSeconds } = budget;
    try {
      const [granted, left, waitMs] = await this.redis.takeToken(this.prefix + bucket, quota, windowSeconds);
      if (granted === 1) this.local.take(bucket, budget);
      return { isAllowed: granted === 1, left, waitMs };
    } catch {
      return this.local.take(bucket, budget);
    }
  }

  private report(areShared: boolean): void {
    if (this.isReported === areShared) return;
    this.isReported = areShared;
    if (areShared) this.logger.info('Redis is back: gateways share their rate limits');
    else this.logger.warn('Redis is away: this gateway limits requests by itself');
  }
}
