import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { DimensionDefinition } from '../../definitions/dimension.ts'
import type { Workspace } from '../../definitions/workspace.ts'
import { type Catalog, createCatalog } from '../../resolve/catalog.ts'
import { originDataTypeOf } from '../../resolve/columns.ts'
import { endOf, pathNamed, type RelationPath } from '../../resolve/relations.ts'
import { columnScope } from '../../resolve/row-scopes.ts'
import type { DimensionInFile } from '../codecs/dimension.ts'
import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../report.ts'
import { checkExpression, datasetOf, isReserved } from './check-expression.ts'
import { uniqueBy } from './unique-by.ts'

type DimensionEntry = Entry<DimensionInFile, DimensionDefinition>

/** Reports the mistakes of dimensions; gives the right ones, with the types of their values. */
export function checkDimensions(
  report: Report,
  entries: readonly DimensionEntry[],
  workspace: Workspace,
): readonly DimensionDefinition[] {
  const named = uniqueBy(report, 'dimension', entries, 'name')
  // The catalog has all dimensions only for messages that distinguish them from columns.
  const dimensions = named.map((entry) => entry.definition)
  const catalog = createCatalog({ ...workspace, dimensions })
  const right: DimensionDefinition[] = []
  for (const entry of uniqueBy(report, 'dimension', named, 'code')) {
    const originDataType = checkDimension(report, entry, catalog)
    if (originDataType === null) report.broken.add(entry.definition.name)
    else right.push({ ...entry.definition, originDataType })
  }
  const raws = new Map(named.map(({ raw, definition }) => [definition.name, raw]))
  return right.filter((dimension) => {
    const isRight = isSameDimension(report, dimension, { raw: raws.get(dimension.name)!, right })
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
  const other = right.find((one) => one.name === sameAs)
  if (other === undefined) {
    const candidates = right.map((one) => one.name)
    report.unknown(raw, ['sameAs'], { kind: 'dimension', name: sameAs, candidates })
    return false
  }
  if (name === sameAs || other.sameAs !== undefined) {
    const message = `Expected a dimension that is not the same as another one itself, found "${sameAs}"`
    report.at(raw, ['sameAs'], message, 'choose one dimension that all others are the same as')
    return false
  }
  if (other.originDataType === originDataType) return true
  const message = `Expected a dimension of type ${originDataType}, found "${sameAs}" of type ${other.originDataType}`
  report.at(raw, ['sameAs'], message, 'give both the same type with an expr')
  return false
}

/** The type of the dimension's value; null when something is wrong with it. */
function checkDimension(report: Report, entry: DimensionEntry, catalog: Catalog): string | null {
  const { raw, definition } = entry
  if (isReserved(report, raw, definition.name)) return null
  const dataset = datasetOf(report, catalog, raw, definition.dataset)
  if (dataset === null) return null
  const path = pathNamed(catalog.datasets, dataset, definition.via)
  if (path === undefined) {
    reportVia(report, entry, dataset, catalog)
    return null
  }
  if ((raw.column === undefined) === (raw.expr === undefined)) {
    const found = raw.column === undefined ? 'neither' : 'both'
    report.at(raw, [], `Expected either "column" or "expr", found ${found}`)
    return null
  }
  return valueType(report, entry, { catalog, dataset, path })
}

function reportVia(
  report: Report,
  { raw, definition }: DimensionEntry,
  dataset: DatasetDefinition,
  catalog: Catalog,
): void {
  definition.via.some((name, i) => {
    const path = pathNamed(catalog.datasets, dataset, definition.via.slice(0, i))
    const here = path === undefined ? undefined : endOf(catalog.datasets, dataset, path)
    if (here === undefined || here.relations.some((one) => one.name === name)) return false
    const candidates = here.relations.map((one) => one.name)
    const kind = `relation of the dataset "${here.name}"`
    report.unknown(raw, typeof raw.via === 'string' ? ['via'] : ['via', i], {
      kind,
      name,
      candidates,
    })
    return true
  })
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
  if (value.type === 'COLUMN_BIND') {
    const target = endOf(at.catalog.datasets, at.dataset, at.path)
    const column = target?.columns.find((one) => one.name === value.column)
    if (column !== undefined) return column.originDataType
    const candidates = target?.columns.map((one) => one.name) ?? []
    const kind = `column of the dataset "${target?.name}"`
    report.unknown(raw, ['column'], { kind, name: value.column, candidates })
    return null
  }
  const scope = columnScope(at.catalog, at.dataset, at.path)
  const typed = checkExpression(report, { raw, path: ['expr'], text: value.expr, scope })
  return typed === null ? null : originDataTypeOf(typed.type)
}
