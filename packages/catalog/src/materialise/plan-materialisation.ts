import type {
  Materialisation,
  StoredMeasure,
  StoredPartition,
} from '@tributary/attribution/internal'
import type { TypedExpr } from '@tributary/expression'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { PlanDefinition } from '../definitions/plan.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { grainIn } from '../resolve/catalog/grains.ts'
import { dimensionByGrain } from '../resolve/metrics/dimensions.ts'
import { combineConditions, toIdentity } from '../resolve/rows/conjunction.ts'
import { compileDatasetFilter, compileDefinition } from '../resolve/rows/row-scopes.ts'
import { createRowSet } from '../resolve/rows/row-set.ts'
import {
  type PlanDimension,
  type PlanMeasures,
  planDimensions,
  planMeasures,
} from './plan-contents.ts'

/** Options of {@link planMaterialisation}. */
export interface MaterialisationOptions {
  /** The value of `Now()`; checked plans do not use it. */
  readonly now?: bigint
}

/**
 * The table that a plan keeps: what it is made of and what its columns mean. Columns are called as the plan's
 * dimensions; measures `leaf_1`, `leaf_2` …, of ACCELERATION plans their arguments and conditions (`argument_1`,
 * `filter_1`); of EXTERNAL plans as the metrics. Throws what resolving a name or an expression throws, which a
 * checked plan does not.
 */
export function planMaterialisation(
  catalog: Catalog,
  plan: PlanDefinition,
  options: MaterialisationOptions = {},
): Materialisation {
  const contents = planMeasures(catalog, plan, options)
  const at = { catalog, dataset: contents.dataset }
  const planned = planDimensions(at, plan, options)
  const nameFor = createNameAllocator()
  const dimensions = planned.map(({ text, value }) => ({ column: nameFor(text), value }))
  const partition = planPartition(at, plan, { planned, columns: dimensions, nameFor })
  const isDetail = plan.kind === 'ACCELERATION'
  const measures = isDetail
    ? detailMeasures(contents, nameFor)
    : aggregatedMeasures(contents, plan, nameFor)
  const filter = combineConditions([
    compileDatasetFilter(catalog, contents.dataset, options),
    ...compilePlanFilters(at, plan, options),
  ])
  const expressions = [
    ...dimensions.map(({ value }) => value),
    ...contents.measures.flatMap((measure) => [measure.argument, measure.filter]),
    filter,
    partition?.time ?? null,
  ].filter((expression) => expression !== null)
  return {
    table: plan.table,
    form: isDetail ? 'DETAIL' : 'AGGREGATED',
    rows: createRowSet(catalog, contents.dataset, expressions),
    filter,
    dimensions,
    partition,
    measures,
    rowCount: plan.kind === 'RESULT' ? nameFor('row_count') : null,
  }
}

interface At {
  readonly catalog: Catalog
  readonly dataset: DatasetDefinition
}

/** A plan by `metric_time` is partitioned; the column is that of a dimension where one has the value. */
function planPartition(
  at: At,
  { name, granularity, kind }: PlanDefinition,
  {
    planned,
    columns,
    nameFor,
  }: {
    readonly planned: readonly PlanDimension[]
    readonly columns: Materialisation['dimensions']
    readonly nameFor: (wanted: string) => string
  },
): StoredPartition | null {
  if (!planned.some((dimension) => dimension.name === METRIC_TIME)) return null
  const path = `plan ${name}, granularity`
  const time = dimensionByGrain(at, { name: METRIC_TIME, grain: null }, { path })
  const value = dimensionByGrain(at, { name: METRIC_TIME, grain: granularity }, { path })
  const grain = grainIn(at.catalog, granularity)
  const identity = toIdentity(value)
  const storedColumn = columns.find((column) => toIdentity(column.value) === identity)
  if (storedColumn === undefined && kind === 'EXTERNAL') return null
  return { column: storedColumn?.column ?? nameFor('partition_date'), grain, time, value }
}

function aggregatedMeasures(
  { measures, alone: soleMetrics }: PlanMeasures,
  { kind }: PlanDefinition,
  nameFor: (wanted: string) => string,
): readonly StoredMeasure[] {
  return measures.map((measure, i) => {
    const wanted = (kind === 'EXTERNAL' ? soleMetrics[i] : null) ?? `leaf_${i + 1}`
    return { measure, column: nameFor(wanted), argument: null, filter: null }
  })
}

function detailMeasures(
  { measures }: PlanMeasures,
  nameFor: (wanted: string) => string,
): readonly StoredMeasure[] {
  const columns = new Map<string, string>()
  const columnFor = (wanted: string, value: TypedExpr | null): string | null => {
    if (value === null) return null
    const identity = toIdentity(value)
    const column = columns.get(identity) ?? nameFor(wanted)
    columns.set(identity, column)
    return column
  }
  return measures.map((measure, i) => ({
    measure,
    column: null,
    argument: columnFor(`argument_${i + 1}`, measure.argument),
    filter: columnFor(`filter_${i + 1}`, measure.filter),
  }))
}

function compilePlanFilters(
  { catalog, dataset }: At,
  { name, filters }: PlanDefinition,
  options: MaterialisationOptions,
): readonly TypedExpr[] {
  return filters.map((text, i) => {
    const path = `plan ${name}, filters[${i}]`
    return compileDefinition(catalog, dataset, text, { path, expect: 'BOOLEAN', ...options })
  })
}

/** Creates a function that makes names unique, compared without case: a second `day` becomes `day_2`. */
function createNameAllocator(): (wanted: string) => string {
  const usedNames = new Set<string>()
  return (wanted) => {
    let name = wanted
    for (let n = 2; usedNames.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
    usedNames.add(name.toLowerCase())
    return name
  }
}
