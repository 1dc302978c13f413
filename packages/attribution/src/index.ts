export { type AttributeOptions, attribute } from './attribute/attribute.ts'
export { attributeMany, type ManyRequest, type MetricAnswer } from './attribute/attribute-many.ts'
export {
  type AttributeTableOptions,
  attributeTable,
  questionRequest,
} from './attribute/attribute-table.ts'
export { type MetricMovement, type RankRequest, rankMetrics } from './attribute/rank-metrics.ts'
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
export type {
  LeafQuestion,
  MetricQuestion,
  TableDimension,
  TableKey,
  TableQuestion,
} from './question/table-question.ts'
export { AttributionError, type AttributionErrorCode } from './request/errors.ts'
export type {
  Materialisation,
  StoredDimension,
  StoredLeaf,
  StoredPartition,
} from './request/materialisation.ts'
export type {
  AttributionRequest,
  Calculation,
  Grouping,
  ResolvedMetric,
} from './request/request.ts'
export {
  type Aggregate,
  type AggregateAnswer,
  type AggregateFrame,
  type AggregateRequest,
  type AggregateSource,
  aggregateType,
  type GroupKey,
  type Leaf,
  type LeafColumns,
  type Lookup,
  type NestedAggregate,
  type NumberColumn,
  type RowSet,
  type TableUse,
  type WindowPair,
} from './request/source.ts'
export type { WarningCode } from './request/warnings.ts'
export {
  type AttributionAnswer,
  type AttributionTable,
  type Explanation,
  toWireTable,
} from './tables/answer.ts'
