// For the packages of this repository only; no stability promise.

// Whether causes are named by the parts of a formula.

export { hasParts } from './plan/formula-parts.ts'

// How contributions to a metric are computed.

export { metricForm } from './plan/metric-form.ts'

// The times that a window names.

export { areApart, timeConditions, windowIntervals } from './plan/periods.ts'
export { frontierTexts } from './plan/window-warnings.ts'

// Windows before those of a comparison.

export { isUsualChange, LEAST_HISTORY } from './causes/report/usual-change.ts'
export { earlierPairs } from './plan/earlier-windows.ts'

// Tables that were made of others.

export type {
  Materialisation,
  StoredDimension,
  StoredMeasure,
  StoredPartition,
} from './request/materialisation.ts'

// Columns of the tables of answers.

export { CONTRIBUTION, MEASURES, VALUE_TEXTS } from './request/request.ts'

// Root causes in slices.

export { NO_VALUE } from './attribute/cause-columns.ts'
export { locateCausesInSlices } from './causes/locate-causes.ts'
export { OTHER_VALUES } from './causes/report/dimension-moves.ts'

// Means of exact sums.

export { meanColumn } from './columnar/aggregate/mean.ts'

// Types of aggregates.

export { aggregateType, isTextExtreme } from './request/source.ts'

// Answers in slices.

export { wireTable } from './tables/answer.ts'

// Measures at one time of a window.

export { PER_TYPES } from './plan/snapshots.ts'

// Values of metrics by groups.

export {
  aggregatePart,
  listExactTexts,
  metricValues,
  toWireValue,
  valueOfNothing,
} from './query/parts/part-values.ts'
export type {
  PartPeriods,
  PeriodFill,
  PeriodInterval,
  PeriodWindow,
  QueryAnswer,
  QueryFact,
  QueryKey,
  QueryPart,
  QueryRequest,
  QueryWarning,
} from './query/parts/query-request.ts'
export { queryMetrics } from './query/query-metrics.ts'
export { querySeries, type SeriesAnswer, type SeriesRequest } from './query/query-series.ts'

// The tables that rows are read from.

export { listLookups, listTableUses, renameTables } from './request/list-table-uses.ts'

// The condition that no row fulfils.

export { isNever, NEVER, splitConjunction } from './request/conjunction.ts'

// Trees of metrics.

export type { NodeValues } from './metric-tree/divide-change.ts'
export {
  divideTree,
  type MetricTree,
  type NodeChange,
  treeMismatch,
} from './metric-tree/divide-tree.ts'
