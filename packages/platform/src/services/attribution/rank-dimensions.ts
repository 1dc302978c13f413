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
import { questionOf } from './causes-question.ts'

/** Groups that are listed for a dimension. */
const TOP = 5
/** The part of all contributions, by size, that `holds80` groups hold. */
const HELD = 0.8

type Ranked = RankDimensionsData['dimensions'][number]

/** The dimensions of a metric by how much of its change a few of their groups explain beyond their part of the whole. */
export async function rankDimensions(
  session: Session,
  request: RankDimensionsRequest,
  options: CallOptions = {},
): Promise<RankDimensionsData> {
  const { question } = questionOf(session, request, [], session.questionLimits.dimensions)
  const plan = await planQuestion(session, { ...question, contributions: true }, options)
  const { tables } = await attribute(session.source, plan, options)
  const overall = tables.find(({ dimension }) => dimension === null)
  const totals = overall === undefined ? () => null : columnsOf(overall)
  const change = totals('@growth')?.[0] ?? 0
  const whole = totals('@compareValue')?.[0] ?? 0
  const byDimension = new Map(
    tables.flatMap((one) => (one.dimension === null ? [] : [[one.dimension, one] as const])),
  )
  const changes = [...byDimension].map(([name, one]) => changesOfTable(name, columnsOf(one), whole))
  const ranked = rank(changes, change).map((one): Ranked => {
    const table = byDimension.get(one.dimension)!
    const groups = groupsOf(table, one.dimension)
    const isKnown = groups.holds80 !== null && change !== 0
    const { share, expected } = one
    const explained = isKnown ? { share, expected, score: share - expected } : NOTHING
    return { dimension: one.dimension, ...groups, ...explained, warning: table.warning }
  })
  ranked.sort((a, b) => Number(a.score === null) - Number(b.score === null))
  return { dimensions: ranked.slice(0, request.limit ?? ranked.length) }
}

const NOTHING = { share: null, expected: null, score: null }

/** The numbers of the columns of a table. */
function columnsOf({ table }: AttributionTable) {
  const names = new Set(table.columnNames())
  return (name: string): readonly (number | null)[] | null =>
    names.has(name)
      ? Array.from({ length: table.numRows() }, (_, row) => numberOf(table.get(name, row)))
      : null
}

function groupsOf(
  { table, missingRow }: AttributionTable,
  dimension: string,
): Pick<Ranked, 'groups' | 'topGroups' | 'holds80'> {
  const groups = table.numRows()
  const known = Array.from({ length: groups }, (_, row) => ({
    value: row === missingRow ? null : String(table.get(dimension, row)),
    contribution: numberOf(table.get('@contribution', row)),
  })).flatMap(({ value, contribution }) => (contribution === null ? [] : [{ value, contribution }]))
  known.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const total = known.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0)
  if (total === 0) return { groups, topGroups: [], holds80: null }
  let held = 0
  let holds80 = 0
  while (held < HELD * total) held += Math.abs(known[holds80++]!.contribution)
  return { groups, topGroups: known.slice(0, TOP), holds80 }
}

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
