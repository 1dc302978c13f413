// Questions about one table, in texts.

export {
  type AttributeTableOptions,
  attributeTable,
  questionRequest,
  type TableSource,
} from './attribute/attribute-table.ts'

export type {
  MeasureQuestion,
  MetricQuestion,
  TableDimension,
  TableKey,
  TableQuestion,
} from './question/table-question.ts'

// Resolved requests, about any source.

export { type AttributeOptions, attribute } from './attribute/attribute.ts'
export { attributeMany, type ManyRequest, type MetricAnswer } from './attribute/attribute-many.ts'
export { attributePath, type PathAnswer, type PathRequest } from './attribute/attribute-path.ts'
export {
  changesOfTable,
  type DimensionChanges,
  type RankedDimension,
  rankDimensions,
} from './attribute/rank-dimensions.ts'
export {
  iterateMetricChanges,
  type MetricChange,
  type MetricMovement,
  type RankRequest,
  rankChanges,
  rankMetrics,
} from './attribute/rank-metrics.ts'
export type { EarlierPair } from './plan/earlier-windows.ts'
export type {
  AttributionRequest,
  Calculation,
  FactRows,
  Grouping,
  ResolvedMetric,
  RowTime,
} from './request/request.ts'

// Root causes.

export type { CutDimension } from './attribute/cause-columns.ts'
export type { CausePart, CausesAnswer, MetricCause } from './attribute/cause-parts.ts'
export {
  type CausesRequest,
  type FindCausesOptions,
  findCauses,
} from './attribute/find-causes.ts'
export type { RankedSegment, SegmentRanking } from './attribute/rank-segments.ts'
export type { Mix, MixOfGroups, Spread, UsualChange, Verdict } from './causes/leaves/figures.ts'
export type {
  Cause,
  CauseCondition,
  CauseDimension,
  CausesInput,
  CausesOptions,
  CausesReport,
  Noise,
} from './causes/leaves/types.ts'
export { locateCauses } from './causes/locate-causes.ts'

// Answers.

export type { DivisionMethod } from './metric-tree/divide-change.ts'
export { AttributionError, type AttributionErrorCode } from './request/errors.ts'
export type { Warning, WarningCode, WarningDetails } from './request/warnings.ts'
export {
  type AttributionAnswer,
  type AttributionTable,
  type Explanation,
  type TableRest,
  toWireTable,
} from './tables/answer.ts'

export type { PathOrder, PathRest, PathSelection, PathTable } from './tables/path-tables.ts'

// Columns in memory.

export type { ColumnType } from './columnar/columns/column.ts'
export { type LoadedTable, type LoadOptions, loadColumns } from './columnar/load/load-table.ts'
export type {
  ArrowTable,
  ArrowVector,
  ColumnData,
  NumberUnits,
  TableData,
  TextCodes,
} from './columnar/load/table-data.ts'
export {
  type ColumnarOptions,
  type ColumnarSource,
  createColumnarSource,
  type RelatedTable,
} from './columnar/source/columnar-source.ts'
export { openSnapshot, type SnapshotOptions } from './columnar/source/open-snapshot.ts'
export type { ColumnStats, SourceStats, TableStats } from './columnar/source/source-stats.ts'

// The port to a source of aggregates.

export type {
  Aggregate,
  AggregateAnswer,
  AggregateFrame,
  AggregateOptions,
  AggregateRequest,
  AggregateSource,
  AsOf,
  Fact,
  GroupKey,
  Lookup,
  Measure,
  MeasureColumns,
  MeasureTexts,
  NestedAggregate,
  NumberColumn,
  RowSet,
  Snapshot,
  TableUse,
  VisibleRows,
  WindowPair,
} from './request/source.ts'
