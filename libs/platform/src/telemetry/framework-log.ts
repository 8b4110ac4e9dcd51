import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Writes Nest's own messages to the log; those of level `log` only at level debug. */
export class FrameworkLog implements LoggerService {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  log(message: unknown): void {
    this.#logger.debug(textOf(message));
  }

  warn(message: unknown): void {
    this.#logger.warn(textOf(message));
  }

  error(message: unknown): void {
    this.#logger.error(textOf(message), typeof message === 'string' ? undefined : message);
  }

  fatal(message: unknown): void {
    this.error(message);
  }
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : 'the framework reports an error';
}
