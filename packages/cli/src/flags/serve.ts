import type { ServeOptions } from '@tributary/server'
import { type Command, Option } from 'commander'
import {
  parseBytes,
  parseCount,
  parseNames,
  parseRate,
  parseRateOrOff,
  parseSeconds,
} from './parse.ts'

/** `info` logs a line for each request, `error` only faults of the service. */
export type LogLevel = 'info' | 'error' | 'silent'

/** Limits, trust and log of a server; times in milliseconds. */
export interface ServeSettings
  extends Pick<
    ServeOptions,
    | 'rateLimit'
    | 'accountRateLimit'
    | 'bodyLimit'
    | 'requestTimeout'
    | 'keepAliveTimeout'
    | 'answerTimeout'
    | 'closeTimeout'
    | 'trustedProxy'
    | 'maxConnections'
    | 'explorer'
  > {
  readonly logLevel?: LogLevel
}

/** The parsed flags; times in seconds. */
export interface ServeFlags {
  readonly log: LogLevel
  readonly rateLimit?: number
  readonly accountRateLimit?: number | 'off'
  readonly bodyLimit?: number
  readonly requestTimeout?: number
  readonly keepAliveTimeout?: number
  readonly answerTimeout?: number
  readonly closeTimeout?: number
  readonly maxConnections?: number
  readonly explorer?: boolean
  readonly explorerOrigins?: readonly string[]
}

/** Adds the flags of {@link ServeSettings} to a command that serves. */
export function addServeFlags(command: Command): void {
  const levels: readonly LogLevel[] = ['info', 'error', 'silent']
  command
    .addOption(
      new Option(
        '--log <level>',
        'what to log: every request (info), only faults (error) or nothing (silent)',
      )
        .choices(levels)
        .default('info'),
    )
    .option('--rate-limit <n>', 'requests per second allowed to each tenant', parseRate)
    .option(
      '--account-rate-limit <n>',
      'requests per second allowed to each account, ten times as many at once, or off (default: 500)',
      parseRateOrOff,
    )
    .option('--body-limit <bytes>', 'largest request body, in bytes (default: 1 MiB)', parseBytes)
    .option(
      '--request-timeout <s>',
      'seconds a request may take to arrive (default: 30)',
      parseSeconds,
    )
    .option(
      '--keep-alive-timeout <s>',
      'seconds an idle connection stays open (default: 65)',
      parseSeconds,
    )
    .option('--answer-timeout <s>', 'seconds an answer may take (default: 60)', parseSeconds)
    .option(
      '--close-timeout <s>',
      'seconds to finish running requests at shutdown (default: 10)',
      parseSeconds,
    )
    .option('--max-connections <n>', 'connections open at once (default: 1024)', parseCount)
    .option('--explorer', 'serve the web page at /explorer')
    .option(
      '--explorer-origins <list>',
      'serve the web page also in frames of these sites, such as https://intranet.example.com',
      parseNames,
    )
}

/** Converts the flags to settings; a missing flag leaves the server's default. */
export function toServeSettings(flags: ServeFlags): ServeSettings {
  const { log, rateLimit, bodyLimit, requestTimeout, answerTimeout, closeTimeout } = flags
  const {
    accountRateLimit,
    keepAliveTimeout,
    maxConnections,
    explorer = false,
    explorerOrigins: origins,
  } = flags
  return {
    logLevel: log,
    ...(rateLimit !== undefined && { rateLimit: { requestsPerSecond: rateLimit } }),
    ...(accountRateLimit !== undefined && { accountRateLimit: toAccountLimit(accountRateLimit) }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(requestTimeout !== undefined && { requestTimeout: requestTimeout * 1_000 }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout: keepAliveTimeout * 1_000 }),
    ...(answerTimeout !== undefined && { answerTimeout: answerTimeout * 1_000 }),
    ...(closeTimeout !== undefined && { closeTimeout: closeTimeout * 1_000 }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...((explorer || origins) && { explorer: origins ? { origins } : true }),
  }
}

function toAccountLimit(rate: number | 'off'): NonNullable<ServeSettings['accountRateLimit']> {
  return rate === 'off' ? rate : { requestsPerSecond: rate, burst: Math.max(1, rate * 10) }
}
