import { Injectable } from '@nestjs/common';
import { Logger, redisTls, ShutdownCoordinator } from '@paygate/platform';
import type { Result } from 'ioredis';
import { Redis } from 'ioredis';
import { GatewayConfig } from '../config.js';
import type { Budget, Draw, SpentQuota, Storing } from './budget.js';
import { LocalBuckets } from './local-buckets.js';
import { SpentQuotas } from './spent-quotas.js';

const [REFUSED, GRANTED, SPENT] = [0, 1, 2];
/** `spent`: what a spent quota has left of objects and bytes, the second at which it renews, and in how many. */
type Verdict = readonly [verdict: number, left: number, waitMs: number, ...spent: readonly number[]];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(bucket: string, quota: number, windowSeconds: number): Result<Verdict, Context>;
    takeTokenAndStore(
      bucket: string,
      stored: string,
      quota: number,
      windowSeconds: number,
      ...store: readonly [objects: number, bytes: number, asked: number, ...ofVisitors: readonly number[]]
    ): Result<Verdict, Context>;
  }
}

/**
 * A bucket is stored as one number, the microsecond at which it is full again (the generic cell rate algorithm), and expires
 * when it is full. Redis' clock decides, so that the clocks of gateways need not agree. The value is bounded by one window
 * from now: after that clock was set back, no bucket takes longer than its window to fill.
 *
 * With a second key the request also stores an object of so many bytes: the key holds what its account has stored today, and what of it
 * visitors have. The last request may exceed the bytes, so that after a refusal no smaller one passes. With a quota of visitors the request
 * is one of theirs.
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
  return { ${REFUSED}, 0, math.ceil((fullAt + tokenMicros - windowMicros - now) / 1000) }
end
if KEYS[2] then
  local day, asked = math.floor(time[1] / 86400), tonumber(ARGV[5])
  local stored = redis.call('HMGET', KEYS[2], 'day', 'objects', 'bytes', 'visitor_objects', 'visitor_bytes')
  if tonumber(stored[1]) ~= day then stored = {} end
  local objects, bytes = tonumber(stored[2] or 0), tonumber(stored[3] or 0)
  local visitorObjects, visitorBytes = tonumber(stored[4] or 0), tonumber(stored[5] or 0)
  local objectsLeft, bytesLeft = ARGV[3] - objects, ARGV[4] - bytes
  if ARGV[6] then
    objectsLeft = math.min(objectsLeft, ARGV[6] - visitorObjects)
    bytesLeft = math.min(bytesLeft, ARGV[7] - visitorBytes)
    visitorObjects, visitorBytes = visitorObjects + 1, visitorBytes + asked
  end
  if objectsLeft < 1 or bytesLeft < 1 then
    return { ${SPENT}, held, 0, math.max(0, objectsLeft), math.max(0, bytesLeft), (day + 1) * 86400, (day + 1) * 86400 - time[1] }
  end
  redis.call('HSET', KEYS[2], 'day', day, 'objects', objects + 1, 'bytes', string.format('%.0f', bytes + asked),
    'visitor_objects', visitorObjects, 'visitor_bytes', string.format('%.0f', visitorBytes))
  redis.call('EXPIRE', KEYS[2], 86400)
end
fullAt = fullAt + tokenMicros
redis.call('SET', KEYS[1], string.format('%.0f', fullAt), 'PX', math.max(1, math.ceil((fullAt - now) / 1000)))
return { ${GRANTED}, held - 1, 0 }
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
  private readonly spentQuotas = new SpentQuotas();
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
      scripts: {
        takeToken: { lua: TAKE_TOKEN, numberOfKeys: 1 },
        takeTokenAndStore: { lua: TAKE_TOKEN, numberOfKeys: 2 },
      },
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

  /**
   * Takes a token, in one atomic step with the quota of what is stored, if the request stores something. Without Redis no quota is
   * counted, and one that this process has seen spent stays spent.
   */
  async take(bucket: string, budget: Budget, storing?: Storing): Promise<Draw> {
    try {
      const [verdict, left, waitMs, ...spent] = await this.ask(bucket, budget, storing);
      if (verdict === GRANTED) this.local.take(bucket, budget);
      const draw = { isAllowed: verdict === GRANTED, left, waitMs };
      return verdict === SPENT && storing !== undefined ? this.refused(draw, storing, spentQuota(spent)) : draw;
    } catch {
      const spent = this.spentQuotas.of(storing);
      return spent === undefined ? this.local.take(bucket, budget) : { isAllowed: false, left: 0, waitMs: 0, spent };
    }
  }

  private refused(draw: Draw, storing: Storing, spent: SpentQuota): Draw {
    this.spentQuotas.note(storing, spent);
    return { ...draw, spent };
  }

  private ask(bucket: string, { quota, windowSeconds }: Budget, storing: Storing | undefined): Promise<Verdict> {
    const key = this.prefix + bucket;
    if (storing === undefined) return this.redis.takeToken(key, quota, windowSeconds);
    const { account, quota: day, visitorQuota: visitors, bytes } = storing;
    const stored = `${this.prefix}stored:${account}`;
    const ofVisitors = visitors === undefined ? [] : [visitors.objects, visitors.bytes];
    return this.redis.takeTokenAndStore(
      key,
      stored,
      quota,
      windowSeconds,
      day.objects,
      day.bytes,
      bytes,
      ...ofVisitors,
    );
  }

  private report(areShared: boolean): void {
    if (this.isReported === areShared) return;
    this.isReported = areShared;
    if (areShared) this.logger.info('Redis is back: gateways share their rate limits');
    else this.logger.warn('Redis is away: this gateway limits requests by itself');
  }
}

function spentQuota([objectsLeft = 0, bytesLeft = 0, renewsAt = 0, seconds = 0]: readonly number[]): SpentQuota {
  return { objectsLeft, bytesLeft, renewsAt: new Date(renewsAt * 1_000), waitMs: seconds * 1_000 };
}
