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
import { findFollowers } from './find-followers.ts'

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
    const { dimension, determines, share, expected, chance, mixShare, score } = dimensionChange
    const explaining = dimensionChange.rows.map((row) => readValue(table, dimension, row))
    const explained = isKnown ? { explaining, share, expected, chance, mixShare, score } : NOTHING
    const followsFrom = isOfOneSide(table) ? (question.compareDimension?.text ?? null) : null
    return { dimension, ...groups, ...explained, determines, followsFrom, warning: table.warning }
  })
  const order = ({ score, determines, followsFrom }: Ranked) =>
    score === null ? 3 : followsFrom !== null ? 2 : determines ? 1 : 0
  ranked.sort((a, b) => order(a) - order(b))
  const candidates = ranked.filter((entry) => order(entry) === 0).slice(0, MOST_COMPARED)
  const followers = await findFollowers(session, plan, candidates, options)
  const dimensions = placeFollowers(
    ranked.map((entry) => {
      return { ...entry, followsFrom: entry.followsFrom ?? followers.get(entry.dimension) ?? null }
    }),
  )
  return { dimensions: dimensions.slice(0, request.limit ?? dimensions.length) }
}

/** The first dimensions, of which it is looked whether they follow from one another. */
const MOST_COMPARED = 4
/** A dimension that follows from another one stays before it when it explains more by this factor. */
const CLEARLY_MORE = 1.1

/** Puts a dimension that follows from another one behind it, unless it explains clearly more. */
function placeFollowers(ranked: readonly Ranked[]): readonly Ranked[] {
  const placed = [...ranked]
  for (const follower of ranked) {
    const at = placed.indexOf(follower)
    const source = placed.findIndex(({ dimension }) => dimension === follower.followsFrom)
    if (source <= at) continue
    if (follower.score! > CLEARLY_MORE * Math.max(0, placed[source]!.score ?? 0)) continue
    placed.splice(source + 1, 0, follower)
    placed.splice(at, 1)
  }
  return placed
}

/** Whether each group of a table has a value on one side only, as the city of two airports that are compared. */
function isOfOneSide({ table }: AttributionTable): boolean {
  const rows = table.numRows()
  let isSo = rows > 1
  for (let row = 0; row < rows && isSo; row++) {
    const isCurrent = Number(table.get('@currentValue', row) ?? 0) !== 0
    isSo = isCurrent !== (Number(table.get('@compareValue', row) ?? 0) !== 0)
  }
  return isSo
}

function readValue({ table, missingRow }: AttributionTable, dimension: string, row: number) {
  return row === missingRow ? null : String(table.get(dimension, row))
}

const NOTHING = {
  explaining: [],
  share: null,
  expected: null,
  chance: null,
  mixShare: null,
  score: null,
}

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
