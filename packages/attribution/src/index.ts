export { aggregateType } from './aggregate-type.ts'
export { type AttributeOptions, attribute } from './attribute.ts'
export { attributeMany, type ManyRequest, type MetricAnswer } from './attribute-many.ts'
export {
  type AttributeTableOptions,
  attributeTable,
  questionRequest,
} from './columnar/attribute-table.ts'
export {
  type ColumnarOptions,
  type ColumnarSource,
  createColumnarSource,
  type RelatedTable,
} from './columnar/columnar-source.ts'
export type { ColumnType } from './columnar/columns/column.ts'
export type { LoadOptions } from './columnar/load/load-table.ts'
export type {
  ArrowTable,
  ArrowVector,
  ColumnData,
  NumberUnits,
  TableData,
  TextCodes,
} from './columnar/load/table-data.ts'
export { type LoadedTable, loadColumns } from './columnar/loaded-table.ts'
export { openSnapshot, type SnapshotOptions } from './columnar/snapshot/open-snapshot.ts'
export type { ColumnStats, SourceStats, TableStats } from './columnar/source-stats.ts'
export type {
  LeafQuestion,
  MetricQuestion,
  TableDimension,
  TableKey,
  TableQuestion,
} from './columnar/table-question.ts'
export { AttributionError, type AttributionErrorCode } from './errors.ts'
export type {
  Materialisation,
  StoredDimension,
  StoredLeaf,
  StoredPartition,
} from './materialisation.ts'
export { type MetricMovement, type RankRequest, rankMetrics } from './rank-metrics.ts'
export type {
  AttributionRequest,
  Calculation,
  Grouping,
  ResolvedMetric,
} from './request.ts'
export type {
  Aggregate,
  AggregateAnswer,
  AggregateFrame,
  AggregateRequest,
  AggregateSource,
  GroupKey,
  Leaf,
  LeafColumns,
  Lookup,
  NestedAggregate,
  NumberColumn,
  RowSet,
  TableUse,
  WindowPair,
} from './source.ts'
export type { AttributionAnswer, AttributionTable, Explanation } from './tables/answer.ts'
export { toWireTable } from './tables/to-wire-table.ts'
export type { WarningCode } from './warnings.ts'
