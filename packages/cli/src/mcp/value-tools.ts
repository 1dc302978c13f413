import { type MetricQueryData, readExactColumn } from '@tributary/contract'
import { Type } from 'typebox'
import {
  cell,
  conditions,
  metric,
  name,
  names,
  optionalInteger,
  optionalTime,
  timeField,
} from './inputs.ts'
import { defineTool, type Tool } from './tool.ts'

const MOST_ROWS = 200

type QueryAnswer = Pick<MetricQueryData, 'columns' | 'table' | 'texts'>

/** A column with every digit; doubles without the last ones, which come of rounding. */
function readColumn(answer: QueryAnswer, column: QueryAnswer['columns'][number]) {
  const values = readExactColumn(answer, column.name)
  if (column.dataType !== 'DOUBLE') return values
  return values.map((value) => (typeof value === 'number' ? Number(value.toPrecision(15)) : value))
}

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
      time: optionalTime,
      filters: conditions,
      orderBy: Type.Optional(name('A metric or dimension of the query to sort by.')),
      descending: Type.Optional(
        Type.Boolean({
          description: 'Whether the largest comes first; for a metric true without it.',
        }),
      ),
      limit: optionalInteger(
        1,
        MOST_ROWS,
        'The most rows; 50 without it. Without orderBy they are those with the largest values of the first metric, or the first in time.',
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    columns: Type.Array(Type.Object({ name: Type.String(), dataType: Type.String() })),
    rows: Type.Array(Type.Array(cell), {
      description:
        'Values in the order of columns; texts where numbers would lose digits of whole numbers or decimals.',
    }),
    total: Type.Integer({ description: 'Rows before the limit.' }),
    warnings: Type.Array(Type.String()),
  }),
  answer: async ({ operations, signal }, input) => {
    const { metrics, dimensions, time, filters, limit = 50 } = input
    const order = toOrder(input)
    const answer = await operations.queryMetrics(
      {
        metrics,
        limit,
        ...(dimensions && { dimensions }),
        ...timeField(time),
        ...(filters && { filters }),
        ...(order !== null && { orders: [order] }),
      },
      { signal },
    )
    const { columns, total } = answer
    const values = columns.map((column) => readColumn(answer, column))
    return {
      columns: columns.map((column) => ({ name: column.name, dataType: column.dataType })),
      rows: Array.from({ length: values[0]?.length ?? 0 }, (_, row) =>
        values.map((column) => column[row] ?? null),
      ),
      total,
      warnings: answer.warnings.map(({ code, metrics: about }) => [code, ...about].join(' ')),
    }
  },
})

interface OrderInput {
  readonly metrics: readonly string[]
  readonly dimensions?: readonly string[]
  readonly orderBy?: string
  readonly descending?: boolean
}

/** The order of the rows: as the arguments say, else the largest groups first; null for rows over time and a single row. */
function toOrder({
  metrics,
  dimensions = [],
  orderBy,
  descending,
}: OrderInput): Record<string, string> | null {
  if (orderBy !== undefined) {
    const isDescending = descending ?? metrics.includes(orderBy)
    return { [orderBy]: isDescending ? 'DESC' : 'ASC' }
  }
  const isOverTime = dimensions.some((dimension) => /^metric_time(?:__|$)/i.test(dimension))
  if (dimensions.length === 0 || isOverTime) return null
  return { [metrics[0]!]: descending === false ? 'ASC' : 'DESC' }
}

/** Answers a metric over time. */
export const seriesTool: Tool = defineTool({
  name: 'series',
  title: 'A metric over time',
  description:
    'Computes one metric for each period of a range of time, perhaps for the largest groups of a dimension apart. Periods of which only a part is in the data or in the range are named in partial: do not compare them with whole ones.',
  input: Type.Object(
    {
      metric,
      grain: Type.Enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'], {
        description: 'The length of a period.',
      }),
      time: optionalTime,
      filters: conditions,
      splitBy: Type.Optional(name('A dimension whose groups are apart.')),
      groups: optionalInteger(
        1,
        20,
        'How many groups, those with the largest values; 5 without it.',
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    periods: Type.Array(Type.String(), {
      description: 'The first day of each, or its first moment.',
    }),
    partial: Type.Array(Type.String(), { description: 'Periods of which only a part is there.' }),
    series: Type.Array(
      Type.Object({
        group: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'Null for rows without a value.',
          }),
        ),
        values: Type.Array(cell, {
          description:
            'In the order of periods; texts where numbers would lose digits of whole numbers or decimals.',
        }),
      }),
    ),
    warnings: Type.Array(Type.String()),
  }),
  answer: async ({ operations, signal }, input) => {
    const { grain, time, filters, splitBy, groups: top } = input
    const answer = await operations.metricSeries(
      {
        metric: input.metric,
        grain,
        ...timeField(time),
        ...(filters && { filters }),
        ...(splitBy !== undefined && {
          split: { dimension: splitBy, ...(top !== undefined && { top }) },
        }),
      },
      { signal },
    )
    const { table, periods, warnings } = answer
    const { group: groups } = table
    const values = readColumn(answer, answer.columns.at(-1)!)
    const seriesGroups = splitBy === undefined ? [undefined] : [...new Set(groups)]
    return {
      periods: periods.map(({ period }) => period),
      partial: periods.filter(({ partial }) => partial).map(({ period }) => period),
      series: seriesGroups.map((group, i) => ({
        ...(group !== undefined && { group: group === null ? null : String(group) }),
        values: [...values.slice(i * periods.length, (i + 1) * periods.length)],
      })),
      warnings: warnings.map(({ code }) => code),
    }
  },
})
