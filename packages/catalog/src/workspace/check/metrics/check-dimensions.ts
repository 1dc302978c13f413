import type { ValueType } from '@tributary/expression'
import type { DatasetDefinition, OriginDataType } from '../../../definitions/dataset.ts'
import type { DimensionDefinition } from '../../../definitions/dimension.ts'
import type { Workspace } from '../../../definitions/workspace.ts'
import { type Catalog, createCatalog } from '../../../resolve/catalog/catalog.ts'
import { toOriginDataType, toValueType } from '../../../resolve/catalog/columns.ts'
import { findDimensionOn } from '../../../resolve/catalog/meaning.ts'
import {
  findPathEnd,
  findRelationPath,
  type RelationPath,
} from '../../../resolve/catalog/relations.ts'
import { createColumnScope } from '../../../resolve/rows/row-scopes.ts'
import type { DimensionInFile } from '../../codecs/dimension.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import { checkExpression, isReservedName, resolveDataset } from '../check-expression.ts'
import { filterUnique } from '../filter-unique.ts'
import { reportVia } from '../report-via.ts'

type DimensionEntry = Entry<DimensionInFile, DimensionDefinition>

/** Reports the mistakes of dimensions; gives the right ones, with the types of their values. */
export function checkDimensions(
  report: Report,
  entries: readonly DimensionEntry[],
  workspace: Workspace,
): readonly DimensionDefinition[] {
  const named = filterUnique(report, 'dimension', entries, 'name')
  // The catalog has all dimensions only for messages that distinguish them from columns.
  const dimensions = named.map((entry) => entry.definition)
  const catalog = createCatalog({ ...workspace, dimensions })
  const right: DimensionDefinition[] = []
  for (const entry of filterUnique(report, 'dimension', named, 'code')) {
    const originDataType = checkDimension(report, entry, catalog)
    if (originDataType === null) report.broken.add(entry.definition.name)
    else right.push({ ...entry.definition, originDataType })
  }
  const raws = new Map(named.map(({ raw, definition }) => [definition.name, raw]))
  return right.filter((dimension) => {
    const at = { raw: raws.get(dimension.name)!, right }
    const isRight = isSameDimension(report, dimension, at) && isOfKeys(report, dimension, at)
    if (!isRight) report.broken.add(dimension.name)
    return isRight
  })
}

/** Whether `sameAs` of a dimension, if it has any, names one that it can be the same as; reports it otherwise. */
function isSameDimension(
  report: Report,
  { name, sameAs, originDataType }: DimensionDefinition,
  { raw, right }: { readonly raw: DimensionInFile; readonly right: readonly DimensionDefinition[] },
): boolean {
  if (sameAs === undefined) return true
  const target = right.find((candidate) => candidate.name === sameAs)
  if (target === undefined) {
    const candidates = right.map((candidate) => candidate.name)
    report.unknown(raw, ['sameAs'], { kind: 'dimension', name: sameAs, candidates })
    return false
  }
  if (name === sameAs || target.sameAs !== undefined) {
    const message = `Expected a dimension that is not the same as another one itself, found "${sameAs}"`
    report.at(raw, ['sameAs'], message, 'choose one dimension that all others are the same as')
    return false
  }
  if (target.originDataType === originDataType) return true
  const message = `Expected a dimension of type ${originDataType}, found "${sameAs}" of type ${target.originDataType}`
  report.at(raw, ['sameAs'], message, 'give both the same type with an expr')
  return false
}

const KEY_TYPES: ReadonlySet<ValueType> = new Set(['STRING', 'INT'])

/** Whether `per` of a dimension with `having` has values that can be listed; reports it otherwise. */
function isOfKeys(
  report: Report,
  { value }: DimensionDefinition,
  { raw, right }: { readonly raw: DimensionInFile; readonly right: readonly DimensionDefinition[] },
): boolean {
  if (value.type !== 'HAVING') return true
  const per = right.find(({ name }) => name === value.per)
  // A mistake in that dimension is reported there.
  if (per === undefined) return false
  const { originDataType: type } = per
  if (KEY_TYPES.has(toValueType(type as OriginDataType))) return true
  const message = `Expected a dimension of texts or whole numbers, found "${per.name}" of type ${type}`
  report.at(raw, ['per'], message, 'name the key of what the metrics are about')
  return false
}

/** The type of the dimension's value; null when something is wrong with it. */
function checkDimension(report: Report, entry: DimensionEntry, catalog: Catalog): string | null {
  const { raw, definition } = entry
  if (isReservedName(report, raw, definition.name)) return null
  const dataset = resolveDataset(report, catalog, raw, definition.dataset)
  if (dataset === null) return null
  const path = findRelationPath(catalog.datasets, dataset, definition.via)
  if (path === undefined) {
    reportVia(report, raw, {
      datasets: catalog.datasets,
      dataset,
      via: definition.via,
      findPath: (i) => (typeof raw.via === 'string' ? ['via'] : ['via', i]),
    })
    return null
  }
  if (raw.having !== undefined || raw.per !== undefined) {
    return isMembership(report, entry, { catalog, dataset }) ? 'BOOLEAN' : null
  }
  if ((raw.column === undefined) === (raw.expr === undefined)) {
    const presentKeys = raw.column === undefined ? 'neither' : 'both'
    report.at(raw, [], `Expected either "column" or "expr", found ${presentKeys}`)
    return null
  }
  return valueType(report, entry, { catalog, dataset, path })
}

/** Whether a dimension with `having` is by a dimension that its rows have; its condition is checked with the metrics. */
function isMembership(
  report: Report,
  { raw, definition }: DimensionEntry,
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
): boolean {
  const conflictingKey = (['column', 'expr', 'via'] as const).find((key) => raw[key] !== undefined)
  if (conflictingKey !== undefined) {
    const message = `Expected no "${conflictingKey}" beside "having", whose value is that of a condition`
    report.at(
      raw,
      [conflictingKey],
      message,
      conflictingKey === 'via' ? 'set it in the dimension of "per"' : null,
    )
    return false
  }
  const missing = (['having', 'per'] as const).find((key) => raw[key] === undefined)
  if (missing !== undefined) {
    const present = missing === 'per' ? 'having' : 'per'
    report.at(raw, [], `Expected the key "${missing}" beside "${present}", found none`)
    return false
  }
  const { per = '' } = raw
  const dimension = catalog.dimensions.byName(per)
  if (dimension === undefined) {
    const candidates = catalog.dimensions.names()
    report.unknown(raw, ['per'], { kind: 'dimension', name: per, candidates })
    return false
  }
  const isOther = dimension.value.type === 'HAVING'
  if (!isOther && typeof findDimensionOn(catalog, dataset, dimension) === 'object') return true
  const message = isOther
    ? `Expected a dimension with values to list, found "${per}", which has "having" itself`
    : `The rows of the dataset "${definition.dataset}" have no dimension "${per}"`
  report.at(raw, ['per'], message)
  return false
}

function valueType(
  report: Report,
  { raw, definition: { value } }: DimensionEntry,
  at: {
    readonly catalog: Catalog
    readonly dataset: DatasetDefinition
    readonly path: RelationPath
  },
): string | null {
  if (value.type === 'HAVING') return 'BOOLEAN'
  if (value.type === 'COLUMN_BIND') {
    const target = findPathEnd(at.catalog.datasets, at.dataset, at.path)
    const column = target?.columns.find((candidate) => candidate.name === value.column)
    if (column !== undefined) return column.originDataType
    const candidates = target?.columns.map((candidate) => candidate.name) ?? []
    const kind = `column of the dataset "${target?.name}"`
    report.unknown(raw, ['column'], { kind, name: value.column, candidates })
    return null
  }
  const scope = createColumnScope(at.catalog, at.dataset, at.path)
  const typed = checkExpression(report, { raw, path: ['expr'], text: value.expr, scope })
  return typed === null ? null : toOriginDataType(typed.type)
}
