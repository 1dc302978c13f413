import {
  type AttributionTableData,
  GROUP_CLAIMS,
  readGroupFacts,
  sayClaims,
} from '@tributary/contract'
import { Type } from 'typebox'
import {
  average,
  compared,
  conditions,
  metric,
  number,
  optionalInteger,
  toComparison,
} from './inputs.ts'
import { defineTool, type Tool } from './tool.ts'
import { toWarningSentences } from './warning-sentences.ts'

/** Answers why a metric changed. */
export const explainTool: Tool = defineTool({
  name: 'explain',
  title: 'Explain a change',
  description:
    'Explains why a metric differs between two ranges of time: both values, the change, and for each dimension the groups that contribute most to it. Contributions of all groups of a dimension add up to the change.',
  input: Type.Object(
    {
      metric,
      ...compared,
      dimensions: Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 20,
        description:
          'What to split the change by, from describe; each on its own. Several in one text, separated by commas, are taken together.',
      }),
      filters: conditions,
      average,
      rows: optionalInteger(1, 50, 'Groups for each; 5 without it.'),
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
        summary: Type.String({
          description:
            'What is true of its groups: whether rates or the mix moved, which groups hold much of the change, how the groups moved. Empty where none of these is told.',
        }),
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
  answer: async ({ operations, signal, readMoment }, input) => {
    const { dimensions, rows = 5 } = input
    const attribution = await toComparison(input, readMoment)
    const request = { metric: input.metric, dimensions, contributions: true, attribution }
    const { tables, warning } = await operations.compareTimes(request, { signal })
    const [total, ...groupTables] = tables
    return {
      current: valueAt(total, '@currentValue', 0),
      compare: valueAt(total, '@compareValue', 0),
      change: String(total?.table['@growth']?.[0] ?? ''),
      warnings: toWarningSentences(warning),
      by: groupTables.map((table) => {
        const change = valueAt(total, '@growth', 0)
        return { ...pickTopGroups(table, rows), summary: summarize(table, input.metric, change) }
      }),
    }
  },
})

function summarize(table: AttributionTableData, metric: string, change: number | null): string {
  if (change === null) return ''
  const claims = sayClaims(GROUP_CLAIMS, readGroupFacts(table, { metric, change }))
  return claims.map(({ text }) => text).join(' ')
}

function pickTopGroups(data: AttributionTableData, rows: number) {
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
    ...(warning !== null && { warning: toWarningSentences(warning).join(' ') }),
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
