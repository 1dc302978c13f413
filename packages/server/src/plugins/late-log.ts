import type { FastifyBaseLogger } from 'fastify'

type Make = () => FastifyBaseLogger
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/**
 * Makes the children of `log` when they first write. Fastify makes a child for every request, which takes as long
 * as half of the line that a request has, and hardly any request has another. (What a `childLoggerFactory`
 * gives is checked for every request, which takes as long again.)
 */
export function makeChildrenLate(log: FastifyBaseLogger): void {
  const { child } = log
  log.child = function late(this: FastifyBaseLogger, ...given) {
    return new LateLog(() => child.apply(this, given))
  }
}

/** A logger that is made when it is first asked for anything. */
class LateLog implements FastifyBaseLogger {
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

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log().child(...given)
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
