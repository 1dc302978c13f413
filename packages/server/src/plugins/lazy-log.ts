import type { FastifyBaseLogger } from 'fastify'

type Make = () => FastifyBaseLogger
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/**
 * Creates the children of `log` at their first write. Fastify creates a child for every request, which costs half
 * as much as writing the request's line, and few requests write another line. (Fastify checks the result of a
 * `childLoggerFactory` for every request, which costs as much again.)
 */
export function createChildrenLazily(log: FastifyBaseLogger): void {
  const { child } = log
  log.child = function lazy(this: FastifyBaseLogger, ...args) {
    return new LazyLog(() => child.apply(this, args))
  }
}

/** A logger that is created at its first use. */
class LazyLog implements FastifyBaseLogger {
  readonly #make: Make
  #made: FastifyBaseLogger | null = null

  constructor(make: Make) {
    this.#make = make
  }

  get level(): string {
    return this.#log().level
  }

  set level(level: string) {
    this.#log().level = level
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log().child(...args)
  }

  trace(...line: readonly unknown[]): void {
    this.#write('trace', line)
  }

  debug(...line: readonly unknown[]): void {
    this.#write('debug', line)
  }

  info(...line: readonly unknown[]): void {
    this.#write('info', line)
  }

  warn(...line: readonly unknown[]): void {
    this.#write('warn', line)
  }

  error(...line: readonly unknown[]): void {
    this.#write('error', line)
  }

  fatal(...line: readonly unknown[]): void {
    this.#write('fatal', line)
  }

  silent(...line: readonly unknown[]): void {
    this.#write('silent', line)
  }

  #log(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  #write(level: Level, line: readonly unknown[]): void {
    const log = this.#log()
    const write = log[level] as (...line: readonly unknown[]) => void
    write.apply(log, [...line])
  }
}
