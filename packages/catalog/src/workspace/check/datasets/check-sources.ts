import { type DatasetDefinition, sourceGuid, sourceName } from '../../../definitions/dataset.ts'
import { type DatasourceDefinition, isEngine } from '../../../definitions/datasource.ts'
import type { DatasetInFile } from '../../codecs/dataset.ts'
import type { DatasourceInFile, EngineInFile } from '../../codecs/datasource.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import { checkFileSource } from './check-data-files.ts'

type DatasetEntry = Entry<DatasetInFile, DatasetDefinition>

/** Reports the mistakes of the sources of datasets; gives the datasets with the whole names of their tables. */
export function checkSources(
  report: Report,
  entries: readonly DatasetEntry[],
  datasources: readonly DatasourceDefinition[],
): readonly DatasetEntry[] {
  const named = entries.map((entry) => checkSource(report, entry, datasources))
  checkGuids(report, named)
  return named
}

function checkSource(
  report: Report,
  entry: DatasetEntry,
  datasources: readonly DatasourceDefinition[],
): DatasetEntry {
  const { raw, definition } = entry
  const { source } = definition
  const datasource = datasources.find(({ name }) => name === source.datasource)
  if (datasource === undefined) {
    const candidates = datasources.map(({ name }) => name)
    const reference = { kind: 'datasource', name: source.datasource, candidates }
    report.unknown(raw, ['source', 'datasource'], reference)
    return entry
  }
  if (!checkKeys(report, raw, datasource)) return entry
  if (source.type === 'FILE') {
    checkFileSource(report, raw, source, datasources)
    return entry
  }
  if (!isEngine(datasource)) return entry
  const { database, schema } = datasource
  const table = { ...source, database, schema: source.schema === '' ? schema : source.schema }
  if (datasource.plans?.schema.toLowerCase() === table.schema.toLowerCase()) {
    const message = `The schema "${table.schema}" of the datasource "${datasource.name}" is for the tables of plans, which no dataset can read`
    report.at(raw, ['source'], message, 'name another schema in "plans" of the datasource')
  }
  return { raw, definition: { ...definition, source: table } }
}

/** Whether a source has the keys of its kind of datasource, and no others. */
function checkKeys(report: Report, raw: DatasetInFile, datasource: DatasourceDefinition): boolean {
  const { name, type } = datasource
  const wanted = isEngine(datasource) ? 'table' : 'file'
  const disallowedKeys = isEngine(datasource)
    ? (['file', 'format'] as const)
    : (['table', 'schema'] as const)
  const wrong = disallowedKeys.find((key) => raw.source[key] !== undefined)
  if (wrong !== undefined) {
    const message = `Expected the key "${wanted}", since the datasource "${name}" is of the type ${type}, found "${wrong}"`
    report.at(raw, ['source', wrong], message)
    return false
  }
  if (raw.source[wanted] !== undefined) return true
  // A value that cannot be used was left out.
  if (report.hasProblem(raw, ['source'])) return false
  report.at(raw, ['source'], `Expected the key "${wanted}", found none`)
  return false
}

/** Reports sources of one GUID that are not the same. */
function checkGuids(report: Report, entries: readonly DatasetEntry[]): void {
  const first = new Map<string, DatasetDefinition['source']>()
  for (const { raw, definition } of entries) {
    const { source } = definition
    const guid = sourceGuid(source)
    // Engines compare names of files without case.
    const key = guid.toLowerCase()
    const firstSource = first.get(key) ?? source
    const names = [sourceName(firstSource), sourceName(source)]
    const isFile = source.type === 'FILE'
    if (names[0] !== names[1]) {
      const message = `The ${isFile ? 'files' : 'tables'} "${names[0]}" and "${names[1]}" would both be called ${guid}`
      report.at(
        raw,
        ['source', isFile ? 'file' : 'table'],
        message,
        `rename one of the ${isFile ? 'files' : 'tables'}`,
      )
    } else if (firstSource.datasource !== source.datasource) {
      const message = `"${firstSource.datasource}" and "${source.datasource}" would both call the table "${names[0]}" ${guid}`
      report.at(raw, ['source', 'datasource'], message, 'read the table through one datasource')
    }
    first.set(key, firstSource)
  }
}

/** Reports mistakes of databases that the structure of the file does not show. */
export function checkDatasources(
  report: Report,
  entries: readonly Entry<DatasourceInFile, DatasourceDefinition>[],
): void {
  for (const { raw } of entries) if (raw.type !== 'FILES') checkEngine(report, raw)
}

/** The name of a variable. A text that is no such name may be a password: no message repeats it. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/

const EXCLUSIVE = [
  ['user', 'userEnv'],
  ['passwordEnv', 'passwordFile'],
  ['tokenEnv', 'tokenFile'],
  ['passwordEnv', 'tokenEnv'],
  ['passwordEnv', 'tokenFile'],
  ['passwordFile', 'tokenEnv'],
  ['passwordFile', 'tokenFile'],
] as const

/** Secrets that Trino accepts only over an encrypted connection. */
const SECRETS = ['passwordEnv', 'passwordFile', 'tokenEnv', 'tokenFile'] as const

function checkEngine(report: Report, raw: EngineInFile): void {
  const { tls = {} } = raw
  const credentials: Readonly<Record<string, string | undefined>> = raw.credentials ?? {}
  for (const key of ['userEnv', 'passwordEnv', 'tokenEnv']) {
    const name = credentials[key]
    if (name === undefined || VARIABLE.test(name)) continue
    const message =
      'Expected the name of an environment variable: letters, digits and underscores, no digit first'
    report.at(raw, ['credentials', key], message, 'set the variable, and write its name here')
  }
  for (const [firstKey, secondKey] of EXCLUSIVE) {
    if (credentials[firstKey] === undefined || credentials[secondKey] === undefined) continue
    report.at(
      raw,
      ['credentials', secondKey],
      `Expected "${firstKey}" or "${secondKey}", found both`,
    )
  }
  const secret = SECRETS.find((key) => credentials[key] !== undefined)
  if (raw.type === 'TRINO' && raw.tls === undefined && secret !== undefined) {
    const message = `Expected "tls" beside "${secret}", found none: Trino takes it over an encrypted connection only`
    report.at(raw, ['credentials', secret], message, 'write tls: {}, for the usual authorities')
  }
  if ((tls.certificate === undefined) !== (tls.key === undefined)) {
    const [presentKey, missing] =
      tls.key === undefined ? ['certificate', 'key'] : ['key', 'certificate']
    report.at(raw, ['tls'], `Expected "${missing}" beside "${presentKey}", found none`)
  }
}
