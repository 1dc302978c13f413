import { assertNever } from '@tributary/core'
import type {
  Column,
  CompileOptions,
  NameDescription,
  Scope,
  TypedExpr,
} from '@tributary/expression'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import { type Catalog, datasetInWords } from '../catalog/catalog.ts'
import { columnReference } from '../catalog/columns.ts'
import { type Moment, pickMoment } from '../catalog/compiled-definitions.ts'
import { toPlaceKey } from '../catalog/dataset-time.ts'
import {
  findColumn,
  findDimensionOn,
  findPathToDimension,
  type Meaning,
  meaningIn,
} from '../catalog/meaning.ts'
import { findPathEnd, type RelationPath, toPathAlias } from '../catalog/relations.ts'
import { splitGrain } from '../names/expression-names.ts'
import { membershipNode } from './conjunction.ts'

/**
 * The names that a dimension's expression may use: the columns of the dataset at the end of `path`, and
 * through `['dataset'/'column']` of every dataset that its rows lead to. References start at `base`.
 */
export function createColumnScope(
  catalog: Catalog,
  base: DatasetDefinition,
  path: RelationPath,
): Scope {
  const dataset = findPathEnd(catalog.datasets, base, path)
  if (dataset === undefined)
    return { resolve: () => ({ problem: { kind: 'unknown' } }), names: () => [] }
  return {
    resolve(name) {
      const meaning = findColumn(catalog, dataset, name)
      if (meaning.kind === 'column') {
        return { found: columnReference(base, [...path, ...meaning.path], meaning.column) }
      }
      if (meaning.problem.kind === 'unknown' && name.kind === 'field') {
        const dimensionName =
          name.name === METRIC_TIME ? METRIC_TIME : catalog.dimensions.byName(name.name)?.name
        if (dimensionName !== undefined) {
          return {
            problem: {
              kind: 'misplaced',
              message: `"${dimensionName}" is a dimension; this expression can use only columns of the dataset "${dataset.name}"`,
            },
          }
        }
      }
      return meaning
    },
    names: () => dataset.columns.map((column) => column.name),
    calendar: catalog.workspace.calendar,
  }
}

/**
 * The value that a dimension has for a row of `base`. Throws
 * an `ExpressionError` when the dimension's expression is wrong, which a checked workspace has not.
 */
function dimensionValue(
  catalog: Catalog,
  base: DatasetDefinition,
  { path, dimension }: Extract<Meaning, { kind: 'dimension' }>,
  moment: Moment,
): TypedExpr {
  const value = dimension.value
  const { unrestricted: unrestrictedCatalog } = catalog
  if (value.type === 'CUSTOM') {
    const place = `columns ${toPathAlias(base, path)} of ${base.name}`
    const scope = () => createColumnScope(unrestrictedCatalog, base, path)
    const options = { path: `dimension ${dimension.name}`, ...moment }
    return unrestrictedCatalog.compiled.expression(place, value.expr, scope, options)
  }
  const dataset = findPathEnd(unrestrictedCatalog.datasets, base, path)
  if (value.type === 'HAVING') {
    const there =
      dataset &&
      findDimensionOn(unrestrictedCatalog, dataset, unrestrictedCatalog.dimension(value.per))
    if (typeof there !== 'object') {
      throw new TypeError(`The dimension "${dimension.name}" is per one that is not there`)
    }
    const at = { kind: 'dimension', ...there, path: [...path, ...there.path] } as const
    const key = dimensionValue(unrestrictedCatalog, base, at, moment)
    return membershipNode({ dimension: dimension.name, key })
  }
  const column = dataset?.columns.find((candidate) => candidate.name === value.column)
  if (column === undefined) {
    throw new TypeError(`The dimension "${dimension.name}" refers to a missing column`)
  }
  return columnReference(base, path, column)
}

/** The condition of a dataset, whose names are columns whatever dimensions are called; null for all rows. */
export function compileDatasetFilter(
  { unrestricted: catalog }: Catalog,
  dataset: DatasetDefinition,
  moment: Moment,
): TypedExpr | null {
  const { filter, name } = dataset
  if (filter === null) return null
  return catalog.compiled.expression(
    `columns ${name} of ${name}`,
    filter,
    () => createColumnScope(catalog, dataset, []),
    { path: `dataset ${name}, filter`, expect: 'BOOLEAN', ...moment },
  )
}

/** An expression of a definition over the rows of a dataset, in the scope {@link createDatasetScope}. */
export function compileDefinition(
  { unrestricted: catalog }: Catalog,
  dataset: DatasetDefinition,
  text: string,
  options: CompileOptions,
): TypedExpr {
  const scopeAt = (moment: Moment) => createDatasetScope(catalog, dataset, moment)
  return catalog.compiled.expression(`rows of ${toPlaceKey(dataset)}`, text, scopeAt, options)
}

/** Options of {@link createDatasetScope}: without a moment a dimension that calls `Now()` throws an `ExpressionError`. */
export interface DatasetScopeOptions extends Moment {
  /** Names of temporary metrics, for the message that a metric cannot be used here. */
  readonly temporaryMetrics?: ReadonlySet<string>
}

/**
 * The names that expressions over a dataset's rows can use: `metric_time` (the time of the row), available dimensions
 * and columns. The name of a metric is `misplaced`: rows are chosen before aggregation.
 */
export function createDatasetScope(
  catalog: Catalog,
  dataset: DatasetDefinition,
  options: DatasetScopeOptions = {},
): Scope {
  return {
    resolve(name) {
      const meaning = meaningIn(catalog, dataset, name)
      if (meaning.kind !== 'problem') {
        return { found: compileMeaning(catalog, dataset, meaning, pickMoment(options)) }
      }
      const isMetric =
        name.kind === 'field' &&
        meaning.problem.kind === 'unknown' &&
        (options.temporaryMetrics?.has(name.name) || catalog.metrics.find(name.name).length > 0)
      if (!isMetric) return meaning
      return {
        problem: {
          kind: 'misplaced',
          message: `"${name.name}" is a metric; only dimensions and columns of ${datasetInWords(catalog, dataset)} can be used here, because this is evaluated for each row, before anything is aggregated`,
        },
      }
    },
    names: () => namesAbout(catalog, dataset),
    columns: () => columnsAbout(catalog, dataset),
    describe: (name) => {
      const meaning = meaningIn(catalog, dataset, name)
      const isHidden =
        meaning.kind === 'time' && catalog.datasets.byName(meaning.dataset.name) === undefined
      return isHidden ? TIME_OF_ROWS : describeMeaning(meaning)
    },
    calendar: catalog.workspace.calendar,
  }
}

/** In place of what the column is called. */
const TIME_OF_ROWS: NameDescription = { description: 'The time of the row' }

/** The expression of a name for a row of `dataset`. */
function compileMeaning(
  catalog: Catalog,
  dataset: DatasetDefinition,
  meaning: Exclude<Meaning, { kind: 'problem' }>,
  moment: Moment,
): TypedExpr {
  switch (meaning.kind) {
    case 'time':
    case 'column':
      return columnReference(dataset, meaning.path, meaning.column)
    case 'dimension':
      return dimensionValue(catalog, dataset, meaning, moment)
    default:
      return assertNever(meaning)
  }
}

function* namesAbout(catalog: Catalog, dataset: DatasetDefinition): Iterable<string> {
  if (dataset.time !== null) yield METRIC_TIME
  for (const dimension of catalog.dimensions.all) {
    if (typeof findPathToDimension(catalog, dataset, dimension) === 'object') yield dimension.name
  }
  if (catalog.datasets.byName(dataset.name) === undefined) return
  for (const column of dataset.columns) yield column.name
}

/** The columns of the dataset, and of datasets that exactly one path of relations leads to. */
function* columnsAbout(
  catalog: Catalog,
  dataset: DatasetDefinition,
): Iterable<Pick<Column, 'dataset' | 'column'>> {
  const reached = [...catalog.reach(dataset)].filter(([, path]) => path !== 'ambiguous')
  for (const name of [dataset.name, ...reached.map(([there]) => there)]) {
    const there = catalog.datasets.byName(name)
    if (there === undefined) continue
    for (const column of there.columns) {
      if (!column.isHidden) yield { dataset: name, column: column.name }
    }
  }
}

/** The scope of time constraints: `metric_time` only; every other name is `misplaced`. */
export function createTimeScope(catalog: Catalog, dataset: DatasetDefinition): Scope {
  const rows = createDatasetScope(catalog, dataset)
  return {
    resolve(name) {
      if (
        name.kind === 'field' &&
        splitGrain(name.name, catalog.workspace.calendar).name === METRIC_TIME
      ) {
        return rows.resolve(name)
      }
      const nameText =
        name.kind === 'field' ? `[${name.name}]` : `['${name.dataset}'/'${name.column}']`
      return {
        problem: {
          kind: 'misplaced',
          message: `A time constraint may name only [${METRIC_TIME}], found ${nameText}; conditions on other names belong in filters`,
        },
      }
    },
    names: () => [METRIC_TIME],
    describe: (name) => rows.describe!(name),
    calendar: catalog.workspace.calendar,
  }
}

/** The text that editors show for a name: its description, else its display name, and the listed values of a dimension. */
function describeMeaning(meaning: Meaning): NameDescription | null {
  switch (meaning.kind) {
    case 'problem':
      return null
    case 'time':
    case 'column':
      return { description: describeNamed(meaning.column) }
    case 'dimension': {
      const { dimension } = meaning
      const values = dimension.valueList.map(({ value, name, description }) => ({
        value,
        description: describeNamed({ description, displayName: name }),
      }))
      return { description: describeNamed(dimension), values }
    }
    default:
      return assertNever(meaning)
  }
}

function describeNamed(named: {
  readonly description: string
  readonly displayName: string
}): string {
  return named.description === '' ? named.displayName : named.description
}
