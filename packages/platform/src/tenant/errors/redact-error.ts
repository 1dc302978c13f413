import { join } from 'node:path'
import type { Catalog, DatasetDefinition, ResourceRef } from '@tributary/catalog'
import { datasetTable } from '@tributary/catalog/internal'
import { type NamedThing, TributaryError } from '@tributary/core'
import { fixedFolder, isFilePattern } from '@tributary/core/internal'
import type { Access } from '../../access/access.ts'
import type { CallOptions } from '../../model/options.ts'
import {
  FAULT_MESSAGE,
  isExpressionCode,
  PUBLIC_MESSAGES,
  WRONG_DEFINITION_MESSAGE,
} from '../../model/public-messages.ts'
import { type Caller, toPlanResource, toTenantResource } from '../../model/rights.ts'

/** A caller who reads an error: a session is one. */
export interface Reader {
  readonly access: Access
  readonly caller: Caller
  readonly wholeCatalog: Catalog
}

/**
 * The error as a caller may read it: the very error for those who administer everything that its message names, otherwise one
 * of the same code with a sentence of ours, whose cause it is. `reader` is null for a caller without a tenant.
 */
export function redactError(reader: Reader | null, error: unknown): unknown {
  if (!(error instanceof TributaryError)) return error
  const sentence = findPublicMessage(error)
  if (sentence === null || sentence === error.message) return error
  if (reader !== null && mayRead(reader, error.names)) return error
  return new TributaryError(error.code, sentence, { cause: error })
}

/**
 * The reason why an answer leaves out a part, as the caller may read it. An error that is no mistake of the request is
 * reported, because the answer succeeds.
 */
export function describePartError(
  reader: Reader,
  error: unknown,
  { onPartFailed }: Pick<CallOptions, 'onPartFailed'>,
): string {
  const message = redactError(reader, error)
  const isMistake =
    error instanceof TributaryError &&
    findPublicMessage(error) === null &&
    error.cause === undefined
  if (!isMistake) onPartFailed?.(message)
  return message instanceof TributaryError ? message.message : FAULT_MESSAGE
}

/** The sentence for those who may not read the message of the error; null when everybody may. */
function findPublicMessage({ code, names }: TributaryError): string | null {
  const sentence = isExpressionCode(code) ? null : findCodeMessage(code)
  if (sentence !== null || names.length === 0) return sentence
  return names.some(({ kind }) => kind === 'DEFINITION') ? WRONG_DEFINITION_MESSAGE : FAULT_MESSAGE
}

/** A code that is not in the table is none of ours: its message may have anything. */
function findCodeMessage(code: string): string | null {
  return Object.hasOwn(PUBLIC_MESSAGES, code)
    ? PUBLIC_MESSAGES[code as keyof typeof PUBLIC_MESSAGES]
    : FAULT_MESSAGE
}

/** Whether the caller administers all these things; without one it takes an owner of the tenant. */
function mayRead(reader: Reader, names: readonly NamedThing[]): boolean {
  const { access, caller } = reader
  const tenant = toTenantResource(caller.tenant)
  if (access.may('TRANSFER', tenant)) return names.every(({ kind }) => kind !== 'SERVICE')
  return names.length > 0 && names.every((namedThing) => mayKnow(reader, namedThing))
}

function mayKnow(reader: Reader, { kind, name }: NamedThing): boolean {
  const { access, caller, wholeCatalog } = reader
  const { datasets } = wholeCatalog.workspace
  switch (kind) {
    case 'DATASOURCE':
      return access.may('EDIT', { type: 'DATASOURCE', name })
    case 'PLAN':
      return access.may('EDIT', toPlanResource({ name }))
    case 'DATASET':
      return administersAll(
        reader,
        datasets.filter((dataset) => dataset.name === name),
      )
    case 'TABLE':
      return administersAll(
        reader,
        datasets.filter((dataset) => isTable(dataset, name)),
      )
    case 'FILE':
      return administersAll(
        reader,
        datasets.filter((dataset) => mayContainFile(reader, dataset, name)),
      )
    case 'DEFINITION':
      return !wholeCatalog.hasRowConditions && access.may('EDIT', toTenantResource(caller.tenant))
    case 'SERVICE':
      return false
  }
}

/** Whether the caller may know what any row of the datasets has: of one with a row condition only its owners may. */
export function administersAll(
  { access }: Pick<Reader, 'access'>,
  datasets: readonly DatasetDefinition[],
): boolean {
  const resource = ({ name }: DatasetDefinition): ResourceRef => ({ type: 'DATASET', name })
  return (
    datasets.length > 0 &&
    datasets.every((dataset) =>
      access.may(dataset.rows === undefined ? 'EDIT' : 'TRANSFER', resource(dataset)),
    )
  )
}

/** Engines are asked for a table without the name of their datasource. */
function isTable(dataset: DatasetDefinition, name: string): boolean {
  const [source, ...parts] = datasetTable(dataset)
  return [[source, ...parts], parts].some(
    (some) => some.join('.').toLowerCase() === name.toLowerCase(),
  )
}

/** Whether a file can be one of the dataset. */
function mayContainFile(
  { wholeCatalog }: Reader,
  { source }: DatasetDefinition,
  path: string,
): boolean {
  if (source.type !== 'FILE') return false
  const datasource = wholeCatalog.datasources.byName(source.datasource)
  const root = datasource?.type === 'FILES' ? datasource.root : ''
  const isFile = path === join(root, source.file)
  if (isFile || !isFilePattern(source.file)) return isFile
  return path.startsWith(join(root, fixedFolder(source.file)))
}
