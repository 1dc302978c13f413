import { nearNames } from '@tributary/core'
import { compile, type Scope, type TypedExpr } from '@tributary/expression'
import { unknownColumn } from '../errors.ts'
import type { AttributionRequest, Grouping } from '../request.ts'
import type { GroupKey } from '../source.ts'
import { type CompileText, resolveMetricQuestion } from './resolve-metric-question.ts'
import type { TableDimension, TableKey, TableQuestion } from './table-question.ts'
import { type TableColumns, tableScope } from './table-scope.ts'

/** The request of a table question: every text checked against the table's columns. */
export function resolveTableQuestion(
  columns: TableColumns,
  question: TableQuestion,
  now?: Date,
): AttributionRequest {
  const scope = tableScope(columns)
  const { table } = columns
  const moment = now === undefined ? {} : { now: BigInt(now.getTime()) * 1000n }
  const compileText: CompileText = (text, { path, expect, within = scope }) =>
    compile(text, within, { path, ...(expect && { expect }), ...moment })
  const condition = (text: string, path: string): TypedExpr =>
    compileText(text, { path, expect: 'BOOLEAN' })
  const { filter, drillDown, time, maxRows, nullLabel } = question
  const base = filter === undefined ? [] : [condition(filter, 'filter')]
  return {
    metric: resolveMetricQuestion(question.metric, compileText),
    rows: { base: { table: [table], alias: table }, lookups: [] },
    groupings: question.dimensions.map((dimension, index) =>
      toGrouping(dimension, (key, at) => {
        const path = `dimensions[${index}]${at}`
        return toKey(columns, scope, { key, expr: (text) => compileText(text, { path }) })
      }),
    ),
    windows: {
      current: allOf([...base, condition(question.current, 'current')]),
      compare: allOf([...base, condition(question.compare, 'compare')]),
    },
    drillDown: drillDown === undefined ? null : condition(drillDown, 'drillDown'),
    calculation: question.calculation ?? 'ALL',
    time:
      time === undefined
        ? null
        : { value: columnOf(columns, scope, time.column), grain: time.grain },
    ...(maxRows !== undefined && { maxRows }),
    ...(nullLabel !== undefined && { nullLabel }),
  }
}

function toGrouping(
  dimension: TableDimension,
  keyOf: (key: TableKey, at: string) => GroupKey,
): Grouping {
  const keys = isCombination(dimension)
    ? dimension.map((key, index) => keyOf(key, `[${index}]`))
    : [keyOf(dimension, '')]
  return { name: keys.map((key) => key.name).join(','), keys }
}

function isCombination(dimension: TableDimension): dimension is readonly TableKey[] {
  return Array.isArray(dimension)
}

function toKey(
  columns: TableColumns,
  scope: Scope,
  of: { readonly key: TableKey; readonly expr: (text: string) => TypedExpr },
): GroupKey {
  const { key } = of
  if (typeof key === 'string') return { name: key, value: columnOf(columns, scope, key) }
  return { name: key.name, value: of.expr(key.expr) }
}

/** A column by its bare name: no text to parse, so any name will do. */
function columnOf(columns: TableColumns, scope: Scope, name: string): TypedExpr {
  const resolution = scope.resolve({ kind: 'field', name, span: { start: 0, end: name.length } })
  if ('found' in resolution) return resolution.found
  throw unknownColumn(columns.table, name, nearNames(name, columns.names))
}

function allOf(conditions: readonly TypedExpr[]): TypedExpr {
  const [first, ...rest] = conditions
  if (rest.length === 0) return first!
  return { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: conditions }
}
