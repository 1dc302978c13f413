import {
  type AttributionTable,
  attribute,
  changesOfTable,
  rankDimensions as rank,
} from '@tributary/attribution'
import type { RankDimensionsData, RankDimensionsRequest } from '@tributary/contract'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { planQuestion } from './ask-attribution.ts'
import { toCausesQuestion } from './causes-question.ts'

/** Groups that are listed for a dimension. */
const TOP = 5
/** The part of all contributions, by size, that `groupsFor80Percent` groups hold. */
const HELD = 0.8

type Ranked = RankDimensionsData['dimensions'][number]

/** The dimensions of a metric by how much of its change a few of their groups explain beyond their part of the whole. */
export async function rankDimensions(
  session: Session,
  request: RankDimensionsRequest,
  options: CallOptions = {},
): Promise<RankDimensionsData> {
  const { question } = toCausesQuestion(session, request, [], session.questionLimits.dimensions)
  const plan = await planQuestion(session, { ...question, contributions: true }, options)
  const { tables } = await attribute(session.source, plan, options)
  const overall = tables.find(({ dimension }) => dimension === null)
  const totals = overall === undefined ? () => null : createNumberReader(overall)
  const change = totals('@growth')?.[0] ?? 0
  const compareTotal = totals('@compareValue')?.[0] ?? 0
  const byDimension = new Map(
    tables.flatMap((table) =>
      table.dimension === null ? [] : [[table.dimension, table] as const],
    ),
  )
  const changes = [...byDimension].map(([name, table]) =>
    changesOfTable(name, createNumberReader(table), compareTotal),
  )
  const ranked = rank(changes, change).map((dimensionChange): Ranked => {
    const table = byDimension.get(dimensionChange.dimension)!
    const groups = summarizeGroups(table, dimensionChange.dimension)
    const isKnown = groups.groupsFor80Percent !== null && change !== 0
    const { share, expected } = dimensionChange
    const explained = isKnown ? { share, expected, score: share - expected } : NOTHING
    return { dimension: dimensionChange.dimension, ...groups, ...explained, warning: table.warning }
  })
  ranked.sort((a, b) => Number(a.score === null) - Number(b.score === null))
  return { dimensions: ranked.slice(0, request.limit ?? ranked.length) }
}

const NOTHING = { share: null, expected: null, score: null }

/** The numbers of the columns of a table. */
function createNumberReader({ table }: AttributionTable) {
  const names = new Set(table.columnNames())
  return (name: string): readonly (number | null)[] | null =>
    names.has(name)
      ? Array.from({ length: table.numRows() }, (_, row) => toFiniteNumber(table.get(name, row)))
      : null
}

function summarizeGroups(
  { table, missingRow }: AttributionTable,
  dimension: string,
): Pick<Ranked, 'groups' | 'topGroups' | 'groupsFor80Percent'> {
  const groups = table.numRows()
  const contributions = Array.from({ length: groups }, (_, row) => ({
    value: row === missingRow ? null : String(table.get(dimension, row)),
    contribution: toFiniteNumber(table.get('@contribution', row)),
  })).flatMap(({ value, contribution }) => (contribution === null ? [] : [{ value, contribution }]))
  contributions.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const total = contributions.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0)
  if (total === 0) return { groups, topGroups: [], groupsFor80Percent: null }
  let coveredTotal = 0
  let groupsFor80Percent = 0
  while (coveredTotal < HELD * total)
    coveredTotal += Math.abs(contributions[groupsFor80Percent++]!.contribution)
  return { groups, topGroups: contributions.slice(0, TOP), groupsFor80Percent }
}

function toFiniteNumber(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
