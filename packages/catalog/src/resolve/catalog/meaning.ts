import type { Column, Field, NameProblem } from '@tributary/expression'
import type { ColumnDefinition, DatasetDefinition } from '../../definitions/dataset.ts'
import type { DimensionDefinition } from '../../definitions/dimension.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import { type Catalog, datasetInWords } from './catalog.ts'
import { findTimeColumn, type TimeColumn } from './dataset-time.ts'
import { findPathEnd, findRelationPath, type RelationPath } from './relations.ts'

/** The meaning of a name for the rows of a dataset. Paths begin at that dataset. */
export type Meaning =
  | ColumnMeaning
  | ({ readonly kind: 'time' } & TimeColumn)
  | {
      readonly kind: 'dimension'
      readonly dimension: DimensionDefinition
      readonly path: RelationPath
    }
  | { readonly kind: 'problem'; readonly problem: NameProblem }

/** A column of the dataset at the end of the path. */
export interface ColumnMeaning {
  readonly kind: 'column'
  readonly dataset: DatasetDefinition
  readonly path: RelationPath
  readonly column: ColumnDefinition
}

/**
 * The meaning of a name about the rows of `dataset`: `metric_time`; a dimension by name; a column by
 * name; a dimension by code or display name; a column by display name, the first that fits.
 */
export function meaningIn(
  catalog: Catalog,
  dataset: DatasetDefinition,
  name: Field | Column,
): Meaning {
  if (name.kind === 'column') return columnMeaning(catalog, dataset, name)
  if (name.name === METRIC_TIME) return timeMeaning(catalog, dataset)
  const exact = catalog.dimensions.byName(name.name)
  const column = columnShown(catalog, dataset, name.name)
  if (exact === undefined && column !== undefined) {
    return { kind: 'column', dataset, path: [], column }
  }
  const fits = catalog.dimensions.find(name.name)
  if (fits.length > 1) {
    return problem('ambiguous', `"${name.name}" fits the dimensions ${formatNameList(fits)}`)
  }
  const dimension = fits[0]
  if (dimension === undefined) return columnByDisplayName(catalog, dataset, name.name)
  const there = findDimensionOn(catalog, dataset, dimension)
  if (typeof there === 'object') return { kind: 'dimension', ...there }
  if (column !== undefined) return { kind: 'column', dataset, path: [], column }
  return there === 'ambiguous'
    ? problem(
        'ambiguous',
        `Several relations lead from ${datasetInWords(catalog, dataset)} to the dimension "${dimension.name}"; define a dimension that names the one in "via"`,
      )
    : problem(
        'misplaced',
        `The dimension "${dimension.name}" is not available for ${datasetInWords(catalog, dataset)}`,
      )
}

/** The meaning of a name among columns only: a column of `dataset`, by name, else by display name. */
export function findColumn(
  catalog: Catalog,
  dataset: DatasetDefinition,
  name: Field | Column,
): Exclude<Meaning, { kind: 'time' | 'dimension' }> {
  if (name.kind === 'column') return columnMeaning(catalog, dataset, name)
  const column = columnShown(catalog, dataset, name.name)
  return column === undefined
    ? columnByDisplayName(catalog, dataset, name.name)
    : { kind: 'column', dataset, path: [], column }
}

/**
 * The relations from `dataset` to the value of `dimension`; `none` without a path, `ambiguous` when there are
 * several.
 */
export function findPathToDimension(
  catalog: Catalog,
  dataset: DatasetDefinition,
  dimension: DimensionDefinition,
): RelationPath | 'ambiguous' | 'none' {
  const { datasets } = catalog.unrestricted
  const owner = datasets.byName(dimension.dataset)
  if (owner === undefined) return 'none'
  const via = findRelationPath(datasets, owner, dimension.via)
  if (via === undefined) return 'none'
  if (owner.name === dataset.name) return via
  const there = catalog.reach(dataset).get(owner.name) ?? 'none'
  return typeof there === 'string' ? there : [...there, ...via]
}

/** A dimension that a dataset has, and the relations to its value. */
export interface DimensionThere {
  readonly dimension: DimensionDefinition
  readonly path: RelationPath
}

/** A dimension on the rows of a dataset: itself, or the one of that dataset that is declared to be the same. */
export function findDimensionOn(
  catalog: Catalog,
  dataset: DatasetDefinition,
  requestedDimension: DimensionDefinition,
): DimensionThere | 'ambiguous' | 'none' {
  const directPath = findPathToDimension(catalog, dataset, requestedDimension)
  if (typeof directPath === 'object') return { dimension: requestedDimension, path: directPath }
  const same = (sameDimensions(catalog).get(getRootName(requestedDimension)) ?? []).map(
    (dimension) => {
      return { dimension, path: findPathToDimension(catalog, dataset, dimension) }
    },
  )
  const there = same.flatMap(({ dimension, path }): readonly DimensionThere[] => {
    return typeof path === 'object' ? [{ dimension, path }] : []
  })
  // Where several relations lead to what is asked for, one that names the relation says which is meant.
  const [first, ...remainingDimensions] = there
  if (first !== undefined && (directPath === 'none' || remainingDimensions.length === 0))
    return first
  return directPath === 'ambiguous' || same.some(({ path }) => path === 'ambiguous')
    ? 'ambiguous'
    : 'none'
}

/** The name of the dimension that a dimension is the same as; its own where it is the same as no other. */
export function getRootName({ name, sameAs }: DimensionDefinition): string {
  return sameAs ?? name
}

const sameByCatalog = new WeakMap<Catalog, ReadonlyMap<string, readonly DimensionDefinition[]>>()

/** Dimensions that are the same as others, and those others, by the name of the one that all are the same as. */
function sameDimensions(catalog: Catalog): ReadonlyMap<string, readonly DimensionDefinition[]> {
  const cachedDimensions = sameByCatalog.get(catalog)
  if (cachedDimensions !== undefined) return cachedDimensions
  const { all } = catalog.dimensions
  const roots = new Set(all.flatMap(({ sameAs }) => sameAs ?? []))
  const same = Map.groupBy(
    all.filter((dimension) => roots.has(getRootName(dimension))),
    getRootName,
  )
  sameByCatalog.set(catalog, same)
  return same
}

function timeMeaning(catalog: Catalog, dataset: DatasetDefinition): Meaning {
  const time = findTimeColumn(catalog.unrestricted.datasets, dataset)
  return time === null
    ? problem(
        'misplaced',
        `${capitalize(datasetInWords(catalog, dataset))} has no time, so no [${METRIC_TIME}]`,
      )
    : { kind: 'time', ...time }
}

function columnMeaning(
  catalog: Catalog,
  dataset: DatasetDefinition,
  name: Column,
): ColumnMeaning | { readonly kind: 'problem'; readonly problem: NameProblem } {
  const target = catalog.datasets.byName(name.dataset)
  if (target === undefined) return problem('unknown')
  const path =
    target.name === dataset.name ? [] : (catalog.reach(dataset).get(target.name) ?? 'none')
  if (path === 'none') {
    return problem(
      'misplaced',
      `No relation leads from ${datasetInWords(catalog, dataset)} to "${target.name}"`,
    )
  }
  if (path === 'ambiguous') {
    return problem(
      'ambiguous',
      `Several relations lead from ${datasetInWords(catalog, dataset)} to "${target.name}"; use a dimension that names one in "via"`,
    )
  }
  const column = findColumnByName(target, name.column)
  const end = findPathEnd(catalog.unrestricted.datasets, dataset, path)
  return column === undefined || end === undefined
    ? problem('unknown')
    : { kind: 'column', dataset: end, path, column }
}

function columnByDisplayName(
  catalog: Catalog,
  dataset: DatasetDefinition,
  text: string,
): ColumnMeaning | { readonly kind: 'problem'; readonly problem: NameProblem } {
  const fits = columnsShown(catalog, dataset).filter((candidate) => candidate.displayName === text)
  const column = fits[0]
  if (column === undefined) return problem('unknown')
  return fits.length > 1
    ? problem('ambiguous', `"${text}" fits the columns ${formatNameList(fits)}`)
    : { kind: 'column', dataset, path: [], column }
}

function columnShown(
  catalog: Catalog,
  dataset: DatasetDefinition,
  name: string,
): ColumnDefinition | undefined {
  return columnsShown(catalog, dataset).find((column) => column.name === name)
}

/** None of a dataset that the catalog does not show. */
function columnsShown(
  catalog: Catalog,
  { name, columns }: DatasetDefinition,
): readonly ColumnDefinition[] {
  return catalog.datasets.byName(name) === undefined ? [] : columns
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function findColumnByName(dataset: DatasetDefinition, name: string): ColumnDefinition | undefined {
  return dataset.columns.find((column) => column.name === name)
}

function formatNameList(named: readonly { readonly name: string }[]): string {
  return named.map((definition) => `"${definition.name}"`).join(' and ')
}

function problem(
  kind: NameProblem['kind'],
  message?: string,
): { readonly kind: 'problem'; readonly problem: NameProblem } {
  return { kind: 'problem', problem: message === undefined ? { kind } : { kind, message } }
}
