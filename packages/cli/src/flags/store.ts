import { resolve } from 'node:path'
import type { PlatformOptions } from '@tributary/platform'
import type { Command } from 'commander'
import { storeMissingError } from '../errors.ts'

/** Where the service remembers things, as the command line says it. */
export interface StoreFlags {
  readonly data?: string
  readonly store?: string
}

/** Adds `--data` and `--store`. */
export function addStoreFlags(command: Command): Command {
  return command
    .option('--data <dir>', 'the folder for what the service remembers')
    .option('--store <url>', 'a PostgreSQL in place of it: postgres://USER@HOST/DATABASE')
}

/** A store as the library takes it. */
type StorePlace = Pick<PlatformOptions, 'data' | 'store'>

/** The store that the flags name, a folder from `cwd` on; none for the one in memory. */
export function storeOf({ data, store }: StoreFlags, cwd: string): StorePlace {
  return {
    ...(data !== undefined && { data: resolve(cwd, data) }),
    ...(store !== undefined && { store }),
  }
}

/** Like {@link storeOf}, for a command that makes no sense without a store that lasts. */
export function lastingStoreOf(flags: StoreFlags, cwd: string): StorePlace {
  // An empty one is a variable of the shell that is not set, and not the working directory.
  if ((flags.data || flags.store || '') === '') throw storeMissingError()
  return storeOf(flags, cwd)
}
