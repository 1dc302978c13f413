import { compile, type Grain, type TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { datasetScope } from './dataset-scope.ts'

/** A dimension of a dataset's rows, as a value or by a grain. */
export interface GrainedDimension {
  /** Its own name, or `metric_time`. */
  readonly name: string
  /** Null for the value as it is. */
  readonly grain: Grain | null
}

const FINER_THAN_DAY: ReadonlySet<Grain> = new Set(['SECOND', 'MINUTE', 'HOUR'])

/** The expression of a dimension; the first day of a period of days is a date: people read `2001-05-01`, not midnight. */
export function dimensionText({ name, grain }: GrainedDimension): string {
  if (grain === null) return `[${name}]`
  const period = `DateTrunc([${name}], "${grain}")`
  return FINER_THAN_DAY.has(grain) ? period : `Cast(${period}, "Date")`
}

/** The value of a dimension for a row of `dataset`. Throws an `ExpressionError` when there is none, such as a grain of a text. */
export function dimensionByGrain(
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
  dimension: GrainedDimension,
  options: { readonly path: string; readonly now?: bigint },
): TypedExpr {
  return compile(dimensionText(dimension), datasetScope(catalog, dataset), options)
}
