import { nearNames } from '@tributary/core'
import {
  compile,
  type Resolution,
  type Scope,
  type TypedExpr,
  type TypedReference,
  type ValueType,
} from '@tributary/expression'
import { conjunction } from '../request/conjunction.ts'
import { unknownColumnError } from '../request/errors.ts'
import type { AttributionRequest, Grouping, ResolvedMetric } from '../request/request.ts'
import type { Aggregate, GroupKey, Measure } from '../request/source.ts'
import type {
  MeasureQuestion,
  MetricQuestion,
  TableDimension,
  TableKey,
  TableQuestion,
} from './table-question.ts'

/** Resolves a table question to a request; every expression is checked against the table's columns. */
export function resolveTableQuestion(
  columns: TableColumns,
  question: TableQuestion,
  now?: Date,
): AttributionRequest {
  const scope = tableScope(columns)
  const { table } = columns
  const moment = now === undefined ? {} : { now: BigInt(now.getTime()) * 1000n }
  const compileText: CompileText = (text, { path, expect, within: expressionScope = scope }) =>
    compile(text, expressionScope, { path, ...(expect && { expect }), ...moment })
  const condition = (text: string, path: string): TypedExpr =>
    compileText(text, { path, expect: 'BOOLEAN' })
  const { filter, drillDown, time, contributions, maxRows, rowLimit } = question
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
      current: conjunction([...base, condition(question.current, 'current')])!,
      compare: conjunction([...base, condition(question.compare, 'compare')])!,
    },
    drillDown: drillDown === undefined ? null : condition(drillDown, 'drillDown'),
    calculation: question.calculation ?? 'ALL',
    time:
      time === undefined
        ? null
        : {
            value: resolveTableColumn(columns, scope, time.column),
            grain: time.grain,
            ...(time.timeZone === undefined ? {} : { timeZone: time.timeZone }),
          },
    ...(contributions !== undefined && { contributions }),
    ...(maxRows !== undefined && { maxRows }),
    ...(rowLimit !== undefined && { rowLimit }),
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
  if (typeof key === 'string') return { name: key, value: resolveTableColumn(columns, scope, key) }
  return { name: key.name, value: of.expr(key.expr) }
}

/** A column by its bare name, which may contain any character. */
function resolveTableColumn(columns: TableColumns, scope: Scope, name: string): TypedExpr {
  const resolution = scope.resolve({ kind: 'field', name, span: { start: 0, end: name.length } })
  if ('found' in resolution) return resolution.found
  throw unknownColumnError(columns.table, name, nearNames(name, columns.names))
}

/** Checks a text of a question; `path` says where it stands, `within` replaces the table's scope. */
export type CompileText = (
  text: string,
  options: {
    readonly path: string
    readonly expect?: ValueType | 'NUMBER'
    readonly within?: Scope
  },
) => TypedExpr

/** The metric of a table question: its measures and its formula, checked. */
export function resolveMetricQuestion(
  question: MetricQuestion,
  compileText: CompileText,
): ResolvedMetric {
  const composite = 'formula' in question
  const measureQuestions = composite
    ? Object.entries(question.measures)
    : [['metric', question] as const]
  const measures = measureQuestions.map(([name, measure]) =>
    toMeasure(name, measure, {
      path: composite ? `metric.measures.${name}` : 'metric',
      compileText,
    }),
  )
  const formulaScope = measureScope(
    new Map(measures.map((measure) => [measure.name, resultType(measure)])),
  )
  const formula = composite
    ? compileText(question.formula, {
        path: 'metric.formula',
        expect: 'NUMBER',
        within: formulaScope,
      })
    : compileText('[metric]', { path: 'metric', within: formulaScope })
  return { name: 'metric', measures, formula }
}

function toMeasure(
  name: string,
  question: MeasureQuestion,
  context: { readonly path: string; readonly compileText: CompileText },
): Measure {
  const { path, compileText } = context
  const { aggregate, text, number } = toMeasureAggregate(name, question)
  const expect = number ? { expect: 'NUMBER' as const } : {}
  return {
    name,
    aggregate,
    argument: text === null ? null : compileText(text, { path, ...expect }),
    filter:
      question.where === undefined
        ? null
        : compileText(question.where, { path: `${path}.where`, expect: 'BOOLEAN' }),
  }
}

function toMeasureAggregate(
  name: string,
  question: MeasureQuestion,
): {
  readonly aggregate: Aggregate
  readonly text: string | null
  readonly number: boolean
} {
  if ('sum' in question) return { aggregate: 'SUM', text: question.sum, number: true }
  if ('min' in question) return { aggregate: 'MIN', text: question.min, number: false }
  if ('max' in question) return { aggregate: 'MAX', text: question.max, number: false }
  if ('count' in question) return { aggregate: 'COUNT', text: question.count, number: false }
  if ('countDistinct' in question) {
    return { aggregate: 'COUNT_DISTINCT', text: question.countDistinct, number: false }
  }
  if ('countRows' in question) return { aggregate: 'COUNT', text: null, number: false }
  throw new TypeError(
    `Measure "${name}" must say what it aggregates by one of sum, min, max, count, countDistinct and countRows; it has ${Object.keys(question).join(', ') || 'nothing'}`,
  )
}

function resultType(measure: Measure): ValueType {
  const counts = measure.aggregate === 'COUNT' || measure.aggregate === 'COUNT_DISTINCT'
  return counts ? 'INT' : (measure.argument?.type ?? 'DOUBLE')
}

/** The columns of a table that questions are asked about. */
export interface TableColumns {
  /** The table's name, which is its alias too. */
  readonly table: string
  readonly names: readonly string[]
  typeOf(column: string): ValueType
}

/** The names that an expression over a table may use: its columns, as `[column]`. */
export function tableScope({ table, names, typeOf }: TableColumns): Scope {
  return referenceScope(names, (name) => ({ ...toReference(name, typeOf(name)), table }))
}

/** The names that a formula may use: its measures, as `[measure]`. */
export function measureScope(types: ReadonlyMap<string, ValueType>): Scope {
  return referenceScope([...types.keys()], (name) => toReference(name, types.get(name)!))
}

function referenceScope(
  names: readonly string[],
  referenceTo: (name: string) => TypedReference,
): Scope {
  return {
    names: () => names,
    resolve: (name): Resolution => {
      if (name.kind === 'column') {
        const message = `There is one table here: write [${name.column}]`
        return { problem: { kind: 'misplaced', message } }
      }
      if (!names.includes(name.name)) return { problem: { kind: 'unknown' } }
      return { found: referenceTo(name.name) }
    },
  }
}

function toReference(name: string, type: ValueType): TypedReference {
  return { kind: 'reference', type, table: null, name }
}
