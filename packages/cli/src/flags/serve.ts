import type { ServeOptions } from '@tributary/server'
import { type Command, Option } from 'commander'
import { parseBytes, parseRate, parseSeconds } from './parse.ts'

/** What is written to the log: `info` has a line for each request, `error` only faults of the service. */
export type LogLevel = 'info' | 'error' | 'silent'

/** How a server is run, beside where it listens; times in milliseconds. */
export interface ServeSettings
  extends Pick<
    ServeOptions,
    'rateLimit' | 'bodyLimit' | 'requestTimeout' | 'answerTimeout' | 'closeTimeout'
  > {
  readonly logLevel?: LogLevel
}

/** What commander makes of the flags; times in seconds. */
export interface ServeFlags {
  readonly log: LogLevel
  readonly rateLimit?: number
  readonly bodyLimit?: number
  readonly requestTimeout?: number
  readonly answerTimeout?: number
  readonly closeTimeout?: number
}

/** Adds the flags of {@link ServeSettings} to a command that serves. */
export function addServeFlags(command: Command): void {
  const levels: readonly LogLevel[] = ['info', 'error', 'silent']
  command
    .addOption(
      new Option('--log <level>', 'what to log: every request (info), faults (error), nothing')
        .choices(levels)
        .default('info'),
    )
    .option('--rate-limit <n>', 'the most requests a second of one tenant', parseRate)
    .option('--body-limit <bytes>', 'the largest body that is read (1 MiB)', parseBytes)
    .option('--request-timeout <s>', 'how long a request may take to arrive (30)', parseSeconds)
    .option('--answer-timeout <s>', 'how long the work on an answer may take (60)', parseSeconds)
    .option('--close-timeout <s>', 'how long to finish what runs at the end (10)', parseSeconds)
}

/** The settings that the flags say; what was not said is left to the server. */
export function serveSettingsOf(flags: ServeFlags): ServeSettings {
  const { log, rateLimit, bodyLimit, requestTimeout, answerTimeout, closeTimeout } = flags
  return {
    logLevel: log,
    ...(rateLimit !== undefined && { rateLimit: { requestsPerSecond: rateLimit } }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(requestTimeout !== undefined && { requestTimeout: requestTimeout * 1_000 }),
    ...(answerTimeout !== undefined && { answerTimeout: answerTimeout * 1_000 }),
    ...(closeTimeout !== undefined && { closeTimeout: closeTimeout * 1_000 }),
  }
}
