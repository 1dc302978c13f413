export { type AttributeOptions, attribute } from './attribute.ts'
export {
  type AttributeTableOptions,
  attributeTable,
} from './columnar/attribute-table.ts'
export type { NamedTables } from './columnar/load-table.ts'
export type {
  LeafQuestion,
  MetricQuestion,
  TableDimension,
  TableKey,
  TableQuestion,
} from './columnar/table-question.ts'
export { createTableSource } from './columnar/table-source.ts'
export { AttributionError, type AttributionErrorCode } from './errors.ts'
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
  NumberColumn,
  RowSet,
  TableUse,
} from './source.ts'
export type { AttributionAnswer, AttributionTable } from './tables/answer.ts'
export { toWireTable } from './tables/to-wire-table.ts'
export type { WarningCode } from './warnings.ts'
