import {
  type AttributionTableData,
  formatValue,
  formatValueChange,
  GROUP_CLAIMS,
  readGroupFacts,
  readWindowValues,
  sayClaims,
  type TimeComparisonRequest,
} from '@tributary/contract'
import { type AnswerTotal, createAnswerRounding, formatExact } from '@tributary/core/numbers'
import { Type } from 'typebox'
import { keyColumns, readGroupKey } from '../render/attribution-rows.ts'
import {
  average,
  compared,
  comparedRanges,
  conditions,
  exactNumber,
  metric,
  names,
  optionalInteger,
  toComparison,
} from './inputs.ts'
import { defineTool, type Tool, type ToolSession } from './tool.ts'
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
      dimensions: Type.Optional(
        names(
          'What to split the change by, from describe; each on its own. Several in one text, separated by commas, are taken together. Without it the dimensions that explain most.',
        ),
      ),
      filters: conditions,
      average,
      rows: optionalInteger(1, 50, 'Groups for each; 5 without it.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ranges: comparedRanges,
    current: exactNumber('The value in the range to explain.'),
    compare: exactNumber('The value in the other range.'),
    change: Type.String({ description: 'The difference, exact.' }),
    printed: Type.Object(
      { current: Type.String(), compare: Type.String(), change: Type.String() },
      { description: 'The same as people read them, with unit and format; quote these.' },
    ),
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
            group: Type.Array(Type.Union([Type.String(), Type.Null()]), {
              description: 'Its values; null for rows without one.',
            }),
            current: exactNumber('Its value in the range to explain.'),
            compare: exactNumber('Its value in the other range.'),
            contribution: exactNumber(
              'What it adds to the change; null where that is not defined.',
            ),
          }),
        ),
        warning: Type.Optional(Type.String()),
      }),
    ),
  }),
  answer: async (session, input) => {
    const { operations, signal } = session
    const { rows = 5 } = input
    const { attribution, ranges } = await toComparison(input, session)
    const subject = { metric: input.metric, attribution }
    const dimensions = input.dimensions ?? (await findMainDimensions(subject, session))
    const request = { ...subject, dimensions, contributions: true }
    const [{ tables, warning }, form] = await Promise.all([
      operations.compareTimes(request, { signal }),
      operations.metricDetail({ metricName: input.metric }, { signal }),
    ])
    const [overall, ...groupTables] = tables
    const total = readTotal(overall?.table ?? {})
    const round = createAnswerRounding(form, total, { groups: listGroupNumbers(groupTables) })
    return {
      ranges,
      current: round(total.current),
      compare: round(total.compare),
      change: String(total.change ?? ''),
      printed: {
        current: formatValue(total.current, form, total),
        compare: formatValue(total.compare, form, total),
        change: formatValueChange(total.change, form, total),
      },
      warnings: toWarningSentences(warning),
      by: groupTables.map((table) => {
        const change = total.change === null ? null : Number(total.change)
        const summary = summarize(table, input.metric, change)
        return { ...pickTopGroups(table, { rows, round }), summary }
      }),
    }
  },
})

/** How many dimensions are told of where none is named. */
const MAIN_DIMENSIONS = 3

/** The dimensions that explain most of a change; none of a metric without dimensions. */
async function findMainDimensions(
  subject: Pick<TimeComparisonRequest, 'metric' | 'attribution'>,
  { operations, signal }: ToolSession,
): Promise<string[]> {
  const { metric: metricName } = subject
  const listed = await operations.dimensionsOfMetrics({ metricNames: [metricName] }, { signal })
  const hasDimension = Object.values(listed)
    .flat()
    .some(({ originDataType }) => !/^(DATE|TIME)/.test(originDataType))
  if (!hasDimension) return []
  const request = { ...subject, limit: MAIN_DIMENSIONS }
  const { dimensions } = await operations.rankDimensions(request, { signal })
  return dimensions.map(({ dimension }) => dimension)
}

/** Both values and the change of the total. */
function readTotal(table: Columns): AnswerTotal {
  const { current, compare } = readValues(table)
  return {
    current: current[0] ?? null,
    compare: compare[0] ?? null,
    change: table['@growth']?.[0] ?? null,
  }
}

/** The numbers that tables have of groups. */
function listGroupNumbers(tables: readonly AttributionTableData[]) {
  const all = tables.map(({ table }) => readValues(table))
  return {
    values: all.flatMap(({ current, compare }) => [...current, ...compare]),
    changes: all.flatMap(({ contribution }) => contribution),
  }
}

function summarize(table: AttributionTableData, metric: string, change: number | null): string {
  if (change === null) return ''
  const claims = sayClaims(GROUP_CLAIMS, readGroupFacts(table, { metric, change }))
  return claims.map(({ text }) => text).join(' ')
}

function pickTopGroups(
  answerTable: AttributionTableData,
  {
    rows,
    round,
  }: { readonly rows: number; readonly round: ReturnType<typeof createAnswerRounding> },
) {
  const { dimension, table, warning } = answerTable
  const keys = keyColumns(answerTable)
  const { current, compare, contribution } = readValues(table)
  const groups = current.length
  const all = Array.from({ length: groups }, (_, row) => ({
    group: keys.map((name) => readGroupKey(answerTable, name, row)),
    current: round(current[row] ?? null),
    compare: round(compare[row] ?? null),
    contribution: round(contribution[row] ?? null),
  }))
  const size = ({ contribution: part }: (typeof all)[number]) => Math.abs(Number(part ?? 0))
  return {
    dimension: dimension ?? '',
    groups,
    top: all.toSorted((a, b) => size(b) - size(a)).slice(0, rows),
    ...(warning !== null && { warning: toWarningSentences(warning).join(' ') }),
  }
}

type Columns = AttributionTableData['table']

/** The numbers of a table by row, texts where a number would lose digits. */
function readValues(table: Columns) {
  return {
    current: readWindowValues(table, 'current'),
    compare: readWindowValues(table, 'compare'),
    contribution: (table['@contribution'] ?? []).map(toExactNumber),
  }
}

/** The number that a text says; the text where that would lose digits. */
function toExactNumber(text: string | number | null): string | number | null {
  const value = Number(text)
  return text === null || formatExact(value) === text ? (text === null ? null : value) : text
}
