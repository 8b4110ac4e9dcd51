import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import type { Result } from 'ioredis';
import { Redis } from 'ioredis';
import { GatewayConfig } from '../config.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    drawTokens(
      bucket: string,
      quota: number,
      windowSeconds: number,
      wanted: number,
    ): Result<[number, number, number], Context>;
  }
}

/** So many tokens flow into a bucket within so many seconds, and no more than that fit into it. */
export interface Budget {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** What came out of a bucket. */
export interface Draw {
  readonly granted: number;
  /** Whole tokens that are left in it. */
  readonly left: number;
  /** Milliseconds until the next whole token; 0 when one is there. */
  readonly nextMs: number;
}

/**
 * A bucket is one number: the microsecond at which it is full again (the generic cell rate algorithm). It holds the tokens
 * of one window, and disappears when it is full. Redis' own clock decides, so that the clocks of gateways need not agree.
 * Tokens flow in one by one, at instants that each bucket has for itself, by its name: callers who began together and ask on
 * and on would else get their tokens together for ever, and what they ask for would come in bursts. A clock that is set back
 * keeps nobody out for longer than a bucket takes to fill.
 */
const DRAW_TOKENS = `
local quota, windowMicros, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000, tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local tokenMicros = windowMicros / quota
local fullAt = math.min(tonumber(redis.call('GET', KEYS[1]) or 0), now + windowMicros + tokenMicros)
if fullAt <= now then
  local phase = tonumber(string.sub(redis.sha1hex(KEYS[1]), 1, 8), 16) / 4294967296
  fullAt = math.max(fullAt, now - (now - phase * tokenMicros) % tokenMicros)
end
local held = math.floor((now + windowMicros - fullAt) / tokenMicros + 0.000001)
local granted = math.max(0, math.min(wanted, held))
if granted > 0 then
  fullAt = fullAt + granted * tokenMicros
  redis.call('SET', KEYS[1], string.format('%.0f', fullAt), 'PX', math.max(1, math.ceil((fullAt - now) / 1000)))
end
local left = held - granted
local nextMicros = left > 0 and 0 or fullAt + tokenMicros - windowMicros - now
return { granted, left, math.ceil(nextMicros / 1000) }
`;

const RECONNECT_MAX_MS = 1_000;
/** How long a connection may be silent with a command on it before it is given up, and its queue with it. */
const SILENCE_MS = 2_000;
const PROBE_INTERVAL_MS = 250;
const PROBE_BUCKET = 'probe';
const PROBE_QUOTA = 1_000;

/**
 * Token buckets that all gateways share, in Redis. While Redis is away or slow nothing is asked of it and nobody waits for
 * it: a probe finds out when it is back.
 */
@Injectable()
export class SharedBuckets {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly waitMs: number;
  private state: 'unknown' | 'there' | 'away' = 'unknown';
  private skipped = 0;
  private probe: NodeJS.Timeout | undefined;

  constructor(
    config: GatewayConfig,
    shutdown: ShutdownCoordinator,
    private readonly logger: Logger,
  ) {
    this.prefix = `${config.TOPIC_PREFIX}:rate:`;
    this.waitMs = config.RATE_LIMIT_WAIT_MS;
    this.redis = new Redis(config.REDIS_URL.reveal(), {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      socketTimeout: SILENCE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
      scripts: { drawTokens: { lua: DRAW_TOKENS, numberOfKeys: 1 } },
    });
    this.redis.on('ready', () => {
      this.regain();
    });
    this.redis.on('close', () => {
      this.lose();
    });
    // each is followed by a `close`
    this.redis.on('error', () => undefined);
    shutdown.on('close', 'redis', () => {
      this.redis.removeAllListeners('close').disconnect();
      clearTimeout(this.probe);
    });
  }

  /** Whether buckets can be asked. */
  get isThere(): boolean {
    return this.state === 'there';
  }

  /** Requests that were let through unasked since Redis was last there. */
  get skippedCount(): number {
    return this.skipped;
  }

  /** Counts a request that is let through unasked. */
  skip(): void {
    this.skipped += 1;
  }

  /**
   * Takes up to `wanted` tokens, in one atomic step, out of a bucket. Undefined when Redis is away, or did not answer in time.
   */
  async draw(bucket: string, { quota, windowSeconds }: Budget, wanted: number): Promise<Draw | undefined> {
    if (!this.isThere) return undefined;
    try {
      const drawn = this.redis.drawTokens(this.prefix + bucket, quota, windowSeconds, wanted);
      const [granted, left, nextMs] = await within(this.waitMs, drawn);
      return { granted, left, nextMs };
    } catch {
      this.lose();
      return undefined;
    }
  }

  private lose(): void {
    if (this.state === 'away') return;
    this.state = 'away';
    this.logger.warn('Redis is away or slow: requests are let through without rate limits');
    this.probeLater();
  }

  private regain(): void {
    if (this.state === 'away') this.logger.info('Redis is there: rate limits hold again', { count: this.skipped });
    this.state = 'there';
    this.skipped = 0;
    clearTimeout(this.probe);
  }

  private probeLater(): void {
    clearTimeout(this.probe);
    this.probe = setTimeout(() => {
      // a full Redis answers a ping, and takes no token
      within(this.waitMs, this.redis.drawTokens(`${this.prefix}${PROBE_BUCKET}`, PROBE_QUOTA, 1, 1)).then(
        () => {
          this.regain();
        },
        () => {
          this.probeLater();
        },
      );
    }, PROBE_INTERVAL_MS).unref();
  }
}

/** A reply that comes in time. One that lies on the socket already is in time: a busy process is no slow Redis. */
function within<Reply>(waitMs: number, reply: Promise<Reply>): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => {
    setImmediate(reject, new Error(`no reply within ${waitMs} ms`));
  }, waitMs);
  reply.then(resolve, reject).finally(() => {
    clearTimeout(timer);
  });
  return promise;
}
