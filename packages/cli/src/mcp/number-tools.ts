import type { AttributionTableData } from '@tributary/contract'
import { Type } from 'typebox'
import { defineTool, type Tool } from './tool.ts'

const CONDITION =
  'a condition such as [metric_time__month] = "2001-06", [metric_time] >= "2001-06-01" AND [metric_time] < "2001-07-01"'

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])
const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { description, maxItems: 20 })
const conditions = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), {
    maxItems: 50,
    description: 'Conditions on rows, all of which must hold: [origin_state] = "TX", [delay] > 15.',
  }),
)

const MOST_ROWS = 200

/** Answers values of metrics. */
export const queryTool: Tool = defineTool({
  name: 'query',
  title: 'Query metrics',
  description:
    'Computes values of one or several metrics, by dimensions and in a range of time. A dimension may have a grain of time: metric_time__month gives a row per month.',
  input: Type.Object(
    {
      metrics: Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 20,
        description: 'Metrics by name.',
      }),
      dimensions: Type.Optional(names('What to split by; nothing for one row.')),
      time: Type.Optional(
        Type.String({ minLength: 1, description: `The range of time: ${CONDITION}.` }),
      ),
      filters: conditions,
      orderBy: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'A metric or dimension of the query to sort by.',
        }),
      ),
      descending: Type.Optional(Type.Boolean({ description: 'Whether the largest comes first.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_ROWS,
          description: 'The most rows; 50 without it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    columns: Type.Array(Type.Object({ name: Type.String(), dataType: Type.String() })),
    rows: Type.Array(Type.Array(cell), { description: 'Values in the order of columns.' }),
    total: Type.Integer({ description: 'Rows before the limit.' }),
    warnings: Type.Array(Type.String()),
  }),
  answer: async ({ platform, caller, signal }, input) => {
    const { metrics, dimensions, time, filters, orderBy, descending = false, limit = 50 } = input
    const direction = descending ? 'DESC' : 'ASC'
    const { columns, table, total, warnings } = await platform.queryMetrics(
      caller,
      {
        metrics,
        limit,
        ...(dimensions && { dimensions }),
        ...(time !== undefined && { timeConstraint: time }),
        ...(filters && { filters }),
        ...(orderBy !== undefined && { orders: [Object.fromEntries([[orderBy, direction]])] }),
      },
      { signal },
    )
    const count = table[columns[0]?.name ?? '']?.length ?? 0
    return {
      columns: columns.map(({ name, dataType }) => ({ name, dataType })),
      rows: Array.from({ length: count }, (_, row) =>
        columns.map(({ name }) => table[name]?.[row] ?? null),
      ),
      total,
      warnings: warnings.map(({ code, metrics: about }) => [code, ...about].join(' ')),
    }
  },
})

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

/** Answers why a metric changed. */
export const explainTool: Tool = defineTool({
  name: 'explain',
  title: 'Explain a change',
  description:
    'Explains why a metric differs between two ranges of time: both values, the change, and for each dimension the groups that contribute most to it. Contributions of all groups of a dimension add up to the change.',
  input: Type.Object(
    {
      metric: Type.String({ minLength: 1, description: 'The metric by name.' }),
      current: Type.String({ minLength: 1, description: `The range to explain: ${CONDITION}.` }),
      compare: Type.String({ minLength: 1, description: 'The range to compare it with.' }),
      dimensions: Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 20,
        description:
          'What to split the change by, from describe; each on its own. Several in one text, separated by commas, are taken together.',
      }),
      filters: conditions,
      average: Type.Optional(
        Type.Boolean({ description: 'Compare means per period, for ranges of different length.' }),
      ),
      rows: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'Groups for each; 5 without it.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    current: number('The value in the range to explain.'),
    compare: number('The value in the other range.'),
    change: Type.String({ description: 'The difference, exact.' }),
    warnings: Type.Array(Type.String()),
    by: Type.Array(
      Type.Object({
        dimension: Type.String(),
        groups: Type.Integer({ description: 'How many groups there are.' }),
        top: Type.Array(
          Type.Object({
            group: Type.Array(Type.Union([Type.String(), Type.Null()])),
            current: number('Its value in the range to explain.'),
            compare: number('Its value in the other range.'),
            contribution: number('What it adds to the change; null where that is not defined.'),
          }),
        ),
        warning: Type.Optional(Type.String()),
      }),
    ),
  }),
  answer: async ({ platform, caller, signal }, input) => {
    const { metric, current, compare, dimensions, filters, average = false, rows = 5 } = input
    const { tables, warning } = await platform.compareTimes(
      caller,
      {
        metric,
        dimensions,
        contributions: true,
        attribution: {
          attributionCalculateType: average ? 'AVG' : 'ALL',
          currentTimeConstraint: current,
          compareTimeConstraint: compare,
          ...(filters && { filters }),
        },
      },
      { signal },
    )
    const [total, ...others] = tables
    return {
      current: valueAt(total, '@currentValue', 0),
      compare: valueAt(total, '@compareValue', 0),
      change: String(total?.table['@growth']?.[0] ?? ''),
      warnings: warning === null ? [] : [warning],
      by: others.map((table) => topOf(table, rows)),
    }
  },
})

function topOf(data: AttributionTableData, rows: number) {
  const { dimension, table, warning } = data
  const keys = Object.keys(table).filter((name) => !name.startsWith('@'))
  const groups = table['@currentValue']?.length ?? 0
  const all = Array.from({ length: groups }, (_, row) => ({
    group: keys.map((name) => textAt(table[name]?.[row])),
    current: valueAt(data, '@currentValue', row),
    compare: valueAt(data, '@compareValue', row),
    contribution: valueAt(data, '@contribution', row),
  }))
  const size = ({ contribution }: (typeof all)[number]) => Math.abs(contribution ?? 0)
  return {
    dimension: dimension ?? '',
    groups,
    top: all.toSorted((a, b) => size(b) - size(a)).slice(0, rows),
    ...(warning !== null && { warning }),
  }
}

function textAt(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function valueAt(data: AttributionTableData | undefined, name: string, row: number): number | null {
  const value = data?.table[name]?.[row]
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
