import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PlatformOptions } from '@tributary/platform'
import type { Workspace } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { createCliError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'
import type { BadRowsFlag } from './bad-rows.ts'
import { addServiceFlags, readService, type Service, type ServiceFlags } from './service.ts'
import { type StoreFlags, toStoreOptions } from './store.ts'

/** Where the definitions and the data are. With both `folder` and a store, the folder's definitions are applied first. */
export interface Place extends Pick<PlatformOptions, 'data' | 'store' | 'workers'> {
  /** The folder with the YAML files, as written on the command line. @defaultValue the definitions in the store */
  readonly folder?: string
  /** Definitions in memory, in place of a folder. */
  readonly workspace?: Workspace
  /** The tenant, when the store has several. */
  readonly tenant?: string
  /** Rows of each file of the folder to leave out. @defaultValue as the datasets say */
  readonly maxBadRows?: number
}

/** Where a command that only reads finds the definitions and the data. */
export interface PlaceFlags extends StoreFlags, BadRowsFlag, ServiceFlags {
  readonly workspace?: string
}

/** Adds `--workspace`, `--data`, `--store`, `--tenant` and the flags of a service. */
export function addPlaceFlags(command: Command): Command {
  const withPlace = command
    .option('--workspace <dir>', 'folder with the YAML files')
    .option('--data <dir>', 'folder of `tributary start --data`, with its definitions and tables')
    .option('--store <url>', 'PostgreSQL store of a service: postgres://USER@HOST/DATABASE')
    .option('--tenant <id>', 'tenant: of the service of --url, or when the store has several')
  return addServiceFlags(withPlace)
}

/** A place that questions are asked of: a {@link Place}, or a running service. */
export type QuestionPlace = Place | Service

/** The place or the service that the flags, or the environment, name. */
export async function resolveQuestionPlace(
  flags: PlaceFlags,
  effects: Pick<Effects, 'env' | 'cwd'>,
): Promise<QuestionPlace> {
  const { workspace, data, store } = flags
  const service = await readService(flags, { workspace, data, store }, effects)
  if (service === null) return resolvePlace(flags, effects.cwd)
  if (flags.maxBadRows === undefined) return service
  throw createCliError('serviceFlags', {
    reason: '--max-bad-rows needs --workspace: a service reads its own files.',
  })
}

/** The place that the flags name. Throws CLI_WORKSPACE_MISSING when they name none, or both kinds. */
export function resolvePlace(flags: PlaceFlags, cwd: string): Place {
  const { workspace, data, store, tenant, maxBadRows } = flags
  const isStored = (data ?? store) !== undefined
  if (workspace !== undefined) {
    if (isStored)
      throw createCliError('placeTwice', { option: data === undefined ? '--store' : '--data' })
    return { folder: workspace, ...(maxBadRows !== undefined && { maxBadRows }) }
  }
  // An empty value is an unset shell variable.
  if (!isStored || (data || store) === '') throw createCliError('placeMissing')
  if (data !== undefined && !existsSync(resolve(cwd, data)))
    throw createCliError('dataMissing', { folder: data })
  return { ...toStoreOptions(flags, cwd), ...(tenant !== undefined && { tenant }) }
}
