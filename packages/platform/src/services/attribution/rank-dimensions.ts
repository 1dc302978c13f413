import { type AttributionTable, attribute } from '@tributary/attribution'
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

/** The dimensions of a metric by how few of their groups hold its change. */
export async function rankDimensions(
  session: Session,
  request: RankDimensionsRequest,
  options: CallOptions = {},
): Promise<RankDimensionsData> {
  const { question } = questionOf(session, request, [], session.questionLimits.dimensions)
  const plan = await planQuestion(session, { ...question, contributions: true }, options)
  const { tables } = await attribute(session.source, plan, options)
  const ranked = tables.flatMap((one) =>
    one.dimension === null ? [] : [rankOf(one, one.dimension)],
  )
  ranked.sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || a.groups - b.groups)
  return { dimensions: ranked.slice(0, request.limit ?? ranked.length) }
}

function rankOf({ table, warning, missingRow }: AttributionTable, dimension: string): Ranked {
  const groups = table.numRows()
  const sizes = Array.from({ length: groups }, (_, row) => ({
    value: row === missingRow ? null : String(table.get(dimension, row)),
    contribution: contributionAt(table.get('@contribution', row)),
  }))
  const known = sizes.flatMap(({ value, contribution }) =>
    contribution === null ? [] : [{ value, contribution }],
  )
  known.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const total = known.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0)
  if (total === 0) {
    return { dimension, groups, topGroups: [], holds80: null, score: null, warning }
  }
  let held = 0
  let holds80 = 0
  while (held < HELD * total) held += Math.abs(known[holds80++]!.contribution)
  return {
    dimension,
    groups,
    topGroups: known.slice(0, TOP),
    holds80,
    score: 1 - holds80 / groups,
    warning,
  }
}

function contributionAt(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}
