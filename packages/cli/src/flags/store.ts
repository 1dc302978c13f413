import { resolve } from 'node:path'
import type { PlatformOptions } from '@tributary/platform'
import type { Command } from 'commander'
import { createCliError } from '../errors.ts'

/** The store of the service, as given on the command line. */
export interface StoreFlags {
  readonly data?: string
  readonly store?: string
}

/** Adds `--data` and `--store`. */
export function addStoreFlags(command: Command): Command {
  return command
    .option('--data <dir>', 'folder that the service stores its data in')
    .option('--store <url>', 'PostgreSQL store in place of a folder: postgres://USER@HOST/DATABASE')
}

/** The store as an option of `createPlatform`. */
type StoreOptions = Pick<PlatformOptions, 'data' | 'store'>

/** The store that the flags name; a relative folder is resolved from `cwd`. Without flags, the store in memory. */
export function toStoreOptions({ data, store }: StoreFlags, cwd: string): StoreOptions {
  return {
    ...(data !== undefined && { data: resolve(cwd, data) }),
    ...(store !== undefined && { store }),
  }
}

/** Like {@link toStoreOptions}; throws `CLI_STORE_MISSING` without flags. */
export function requireStoreOptions(flags: StoreFlags, cwd: string): StoreOptions {
  // An empty value is an unset shell variable, not the working directory.
  if ((flags.data || flags.store || '') === '') throw createCliError('storeMissing')
  return toStoreOptions(flags, cwd)
}
