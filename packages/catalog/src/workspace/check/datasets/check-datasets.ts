import type { AccountDefinition } from '../../../definitions/access.ts'
import type { CalendarDefinition } from '../../../definitions/calendar.ts'
import type { ColumnDefinition, DatasetDefinition } from '../../../definitions/dataset.ts'
import type { DatasourceDefinition } from '../../../definitions/datasource.ts'
import type { Workspace } from '../../../definitions/workspace.ts'
import { createCatalog } from '../../../resolve/catalog/catalog.ts'
import { toValueType } from '../../../resolve/catalog/columns.ts'
import { splitGrain } from '../../../resolve/names/expression-names.ts'
import { createColumnScope } from '../../../resolve/rows/row-scopes.ts'
import type { DatasetInFile, RelationInFile } from '../../codecs/dataset.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import type { DocumentPath } from '../../structure/shape.ts'
import { checkExpression, checkRowCondition } from '../check-expression.ts'
import { checkCron } from '../cron-mistake.ts'
import { filterUnique } from '../filter-unique.ts'
import { checkAsOfColumns } from './check-as-of.ts'
import { checkFileFormat, checkReadings } from './check-file-format.ts'
import { checkSources } from './check-sources.ts'
import { checkTimes } from './check-times.ts'

/** The definitions that datasets refer to. */
export interface DatasetReferences {
  readonly datasources: readonly DatasourceDefinition[]
  readonly accounts: readonly AccountDefinition[]
  readonly calendar: CalendarDefinition
}

type DatasetEntry = Entry<DatasetInFile, DatasetDefinition>

/** Reports the mistakes of datasets and gives the datasets without their wrong parts. */
export function checkDatasets(
  report: Report,
  entries: readonly DatasetEntry[],
  references: DatasetReferences,
): readonly DatasetDefinition[] {
  const named = filterUnique(report, 'dataset', entries, 'name')
  const unique = checkSources(report, named, references.datasources)
  checkReadings(report, unique)
  const byName = new Map(unique.map(({ definition }) => [definition.name, definition]))
  const checked = unique.map((entry) => {
    const columns = checkColumns(report, entry, references.calendar)
    checkFileFormat(report, entry)
    checkOwner(report, entry, references)
    checkPartition(report, entry, columns)
    if (entry.raw.cron !== undefined) checkCron(report, entry.raw, entry.raw.cron)
    const relations = checkRelations(report, entry, byName)
    return { raw: entry.raw, definition: { ...entry.definition, columns, relations } }
  })
  return checkTimes(report, checked, references.calendar)
}

function checkColumns(
  report: Report,
  { raw, definition }: DatasetEntry,
  calendar: CalendarDefinition,
): readonly ColumnDefinition[] {
  const entries = raw.columns.map((rawColumn, i) => ({
    raw: rawColumn,
    definition: definition.columns[i]!,
  }))
  const unique = filterUnique(report, 'column', entries, 'name')
  for (const column of unique) {
    const { name, grain } = splitGrain(column.definition.name, calendar)
    if (grain === null) continue
    const message = `A column name cannot end with a time grain: [${column.definition.name}] means [${name}] by ${grain.toLowerCase()}`
    report.at(column.raw, ['name'], message, 'choose another name and set "sourceColumn"')
  }
  return unique.map((entry) => entry.definition)
}

function checkOwner(
  report: Report,
  { raw, definition: { owner } }: DatasetEntry,
  { accounts }: DatasetReferences,
): void {
  const candidates = accounts.map((account) => account.account)
  if (owner === null || candidates.includes(owner)) return
  report.unknown(raw, ['owner'], { kind: 'account', name: owner, candidates })
}

function checkPartition(
  report: Report,
  { raw, definition: { partition } }: DatasetEntry,
  columns: readonly ColumnDefinition[],
): void {
  if (partition === null) return
  const candidates = columns.map(({ name }) => name)
  const check = (name: string, path: DocumentPath): void => {
    if (!candidates.includes(name)) report.unknown(raw, path, { kind: 'column', name, candidates })
  }
  check(partition.column, ['partition', 'column'])
  for (const [i, { column }] of partition.columns.entries()) {
    check(column, ['partition', 'columns', i, 'column'])
  }
}

function checkRelations(
  report: Report,
  { raw, definition }: DatasetEntry,
  datasets: ReadonlyMap<string, DatasetDefinition>,
): DatasetDefinition['relations'] {
  const entries = (raw.relations ?? []).map((rawRelation, i) => ({
    raw: rawRelation,
    definition: definition.relations[i]!,
  }))
  // Relations name tables in statements, where engines take upper and lower case for the same.
  const usedNames = new Set([definition.name.toLowerCase()])
  return filterUnique(report, 'relation', entries, 'name')
    .filter((entry) => {
      const isRight =
        checkRelationName(report, entry.raw, usedNames) &&
        checkRelation(report, entry.raw, definition, datasets)
      if (!isRight) report.broken.add(entry.definition.name)
      return isRight
    })
    .map((entry) => entry.definition)
}

function checkRelationName(report: Report, raw: RelationInFile, usedNames: Set<string>): boolean {
  const name = raw.name.toLowerCase()
  if (usedNames.has(name)) {
    const message = `The name "${raw.name}" is already that of the dataset or of another of its relations; upper and lower case count as the same`
    report.at(raw, ['name'], message, 'choose another name')
    return false
  }
  usedNames.add(name)
  return true
}

function checkRelation(
  report: Report,
  raw: RelationInFile,
  from: DatasetDefinition,
  datasets: ReadonlyMap<string, DatasetDefinition>,
): boolean {
  const to = datasets.get(raw.to)
  if (to === undefined) {
    report.unknown(raw, ['to'], { kind: 'dataset', name: raw.to, candidates: datasets.keys() })
    return false
  }
  const keys = Object.entries(raw.on).map(([left, right]) =>
    checkKey(report, raw, [from, left], [to, right]),
  )
  return keys.every((isRight) => isRight) && checkAsOfColumns(report, raw, { from, to })
}

function checkKey(
  report: Report,
  raw: RelationInFile,
  [from, left]: readonly [DatasetDefinition, string],
  [to, right]: readonly [DatasetDefinition, string],
): boolean {
  const path = ['on', left]
  const fromColumn = from.columns.find((column) => column.name === left)
  const toColumn = to.columns.find((column) => column.name === right)
  if (fromColumn === undefined || toColumn === undefined) {
    const [dataset, name] = fromColumn === undefined ? [from, left] : [to, right]
    const candidates = dataset.columns.map((column) => column.name)
    report.unknown(raw, path, { kind: `column of the dataset "${dataset.name}"`, name, candidates })
    return false
  }
  if (toKeyType(fromColumn) === toKeyType(toColumn)) return true
  const types = `${left} of type ${fromColumn.originDataType} and ${right} of type ${toColumn.originDataType}`
  report.at(raw, path, `Expected key columns that can be equal, found ${types}`)
  return false
}

function toKeyType(column: ColumnDefinition): string {
  const type = toValueType(column.originDataType)
  return type === 'DECIMAL' || type === 'DOUBLE' ? 'INT' : type
}

/** Reports filters and row conditions of datasets that are no conditions on columns, and filters where a relation leads. */
export function checkDatasetConditions(
  report: Report,
  entries: readonly Entry<DatasetInFile, DatasetDefinition>[],
  workspace: Workspace,
): void {
  const catalog = createCatalog(workspace)
  const targets = new Set(workspace.datasets.flatMap(({ relations }) => relations.map((r) => r.to)))
  for (const { raw } of entries) {
    const dataset = catalog.datasets.byName(raw.name)
    if (dataset === undefined) continue
    const scope = createColumnScope(catalog, dataset, [])
    checkRowCondition(report, raw, scope)
    if (raw.filter === undefined) continue
    checkExpression(report, { raw, path: ['filter'], text: raw.filter, scope, expect: 'BOOLEAN' })
    if (!targets.has(raw.name)) continue
    const message = `A relation leads to the dataset "${raw.name}", so it cannot have a filter`
    report.at(raw, ['filter'], message, 'put the condition into the metrics and dimensions')
  }
}
