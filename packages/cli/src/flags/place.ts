import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PlatformOptions } from '@tributary/platform'
import type { Command } from 'commander'
import { dataMissingError, placeMissingError, placeTwiceError } from '../errors.ts'
import type { BadRowsFlag } from './bad-rows.ts'
import { type StoreFlags, toStoreOptions } from './store.ts'

/** Where the definitions and the data are. With both `folder` and a store, the folder's definitions are applied first. */
export interface Place extends Pick<PlatformOptions, 'data' | 'store' | 'workers'> {
  /** The folder with the YAML files, as written on the command line. @defaultValue the definitions in the store */
  readonly folder?: string
  /** The tenant, when the store has several. */
  readonly tenant?: string
  /** Rows of each file of the folder to leave out. @defaultValue as the datasets say */
  readonly maxBadRows?: number
}

/** Where a command that only reads finds the definitions and the data. */
export interface PlaceFlags extends StoreFlags, BadRowsFlag {
  readonly workspace?: string
  readonly tenant?: string
}

/** Adds `--workspace`, `--data`, `--store` and `--tenant`. */
export function addPlaceFlags(command: Command): Command {
  return command
    .option('--workspace <dir>', 'folder with the YAML files')
    .option('--data <dir>', 'folder of `tributary start --data`, with its definitions and tables')
    .option('--store <url>', 'PostgreSQL store of a service: postgres://USER@HOST/DATABASE')
    .option('--tenant <id>', 'tenant, when the store has several')
}

/** The place that the flags name. Throws CLI_WORKSPACE_MISSING when they name none, or both kinds. */
export function resolvePlace(flags: PlaceFlags, cwd: string): Place {
  const { workspace, data, store, tenant, maxBadRows } = flags
  const isStored = (data ?? store) !== undefined
  if (workspace !== undefined) {
    if (isStored) throw placeTwiceError(data === undefined ? '--store' : '--data')
    return { folder: workspace, ...(maxBadRows !== undefined && { maxBadRows }) }
  }
  // An empty value is an unset shell variable.
  if (!isStored || (data || store) === '') throw placeMissingError()
  if (data !== undefined && !existsSync(resolve(cwd, data))) throw dataMissingError(data)
  return { ...toStoreOptions(flags, cwd), ...(tenant !== undefined && { tenant }) }
}
