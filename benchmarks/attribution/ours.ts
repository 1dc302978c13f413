import {
  type AggregateFrame,
  type AttributionAnswer,
  attribute,
  attributeMany,
  type ColumnarSource,
  type ManyRequest,
  type Measure,
  type NumberColumn,
  questionRequest,
  type TableQuestion,
} from '@tributary/attribution'
import { conditionText } from './conditions.ts'
import { measureQuestion } from './measures.ts'
import type { BenchQuestion } from './questions.ts'
import { collectValues, type GroupValues, groupingName } from './rival.ts'

/** A question as a request for many metrics, its texts checked: that happens once, as in a service. */
export function requestOf(question: BenchQuestion, source: ColumnarSource): ManyRequest {
  const { current, compare, filter, dimensions } = question
  const resolved = question.metrics.map((formula) => {
    const named = [...formula.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)
    const measures = Object.fromEntries(
      named.map((name) => [name, measureQuestion(question.measures[name]!)]),
    )
    return questionRequest(source, {
      metric: { measures, formula } as TableQuestion['metric'],
      dimensions,
      current: conditionText(current),
      compare: conditionText(compare),
      time: { column: 'day', grain: 'DAY' },
      ...(filter !== undefined && { filter: conditionText(filter) }),
    })
  })
  const { metric: _, ...comparison } = resolved[0]!
  return { ...comparison, metrics: resolved.map(({ metric }) => metric) }
}

/** The answer about one metric with its tables, or about each of many, whose tables are made when they are read. */
export async function answerAll(source: ColumnarSource, request: ManyRequest): Promise<unknown> {
  const { metrics, ...comparison } = request
  const [metric] = metrics
  if (metric !== undefined && metrics.length === 1) {
    return attribute(source, { ...comparison, metric })
  }
  let last: AttributionAnswer | null = null
  for await (const { answer } of attributeMany(source, request)) last = answer
  return last
}

/** The same with all tables of all metrics made, of which only those of the last metric are kept. */
export async function makeAll(source: ColumnarSource, request: ManyRequest): Promise<unknown> {
  let last: unknown = null
  for await (const { answer } of attributeMany(source, request)) {
    last = answer.tables.map(({ table }) => table)
  }
  return last
}

/** The aggregates alone that all those tables are made of: what the rivals answer. */
export async function aggregateAll(
  source: ColumnarSource,
  { metrics, rows, windows, groupings }: ManyRequest,
): Promise<readonly AggregateFrame[]> {
  const measures = new Map(
    metrics.flatMap((metric) => metric.measures.map((measure) => [measure.name, measure])),
  )
  const { frames } = await source.aggregate({
    rows,
    windows,
    filter: null,
    measures: [...measures.values()],
    groupings: [[], ...groupings.map(({ keys }) => keys)],
    time: null,
  })
  return frames
}

/** The aggregates of a question as values to compare with those of rivals. */
export async function ourValues(
  source: ColumnarSource,
  question: BenchQuestion,
): Promise<GroupValues> {
  const request = requestOf(question, source)
  const names = [...new Set(request.metrics.flatMap(({ measures }) => measures.map(measureName)))]
  const frames = await aggregateAll(source, request)
  const { add, values } = collectValues()
  for (const [at, columns] of question.dimensions.entries()) {
    const frame = frames[at + 1]!
    for (let row = 0; row < frame.rowCount; row++) {
      const key = frame.keys.map((column) => column[row])
      for (const [index, name] of names.entries()) {
        const place = Object.keys(question.measures).indexOf(name) * 2
        const { current, compare } = frame.measures[index]!
        add(groupingName(columns), key, place, numberAt(current, row))
        add(groupingName(columns), key, place + 1, numberAt(compare, row))
      }
    }
  }
  return values
}

function measureName({ name }: Measure): string {
  return name
}

function numberAt(column: NumberColumn, row: number): number {
  if (column.kind === 'double') return column.values[row]!
  return Number(column.units[row] ?? 0) / 10 ** column.scale
}
