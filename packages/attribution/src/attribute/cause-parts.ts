import type { Mix, Spread, UsualChange } from '../causes/leaves/figures.ts'
import type { Cause, CausesInput, CausesReport, Noise } from '../causes/leaves/types.ts'
import { isUsualChange } from '../causes/report/usual-change.ts'
import { decideVerdict } from '../causes/report/verdict.ts'
import type { Division, DivisionMethod, NodeValues } from '../metric-tree/divide-change.ts'
import type { FormulaPart } from '../plan/formula-parts.ts'
import type { CutDimension } from './cause-columns.ts'
import { pickRanking, type RankedAnswer, type SegmentRanking } from './rank-segments.ts'

/** A cause of a metric. Where it is in a part of a formula, its values are of the part, and its contribution is to the metric. */
export interface MetricCause extends Cause {
  /** The name of the part that changed; null for a sum or a quotient. */
  readonly part: string | null
}

/** A part of a formula, and what its change does to the metric. */
export interface CausePart {
  /** An expression over the measures of the metric. */
  readonly name: string
  readonly current: number | null
  readonly compare: number | null
  /** In the unit of the metric; null where a window has no value. */
  readonly contribution: number | null
  /** `contribution` over the change of the metric; null when that is 0. */
  readonly share: number | null
  /** The move that all rows of the part share; its contribution is to the metric. */
  readonly common: CausesReport['common']
  /** The contribution of the weights of a quotient outside of its causes; 0 for a sum. */
  readonly mix: number
  /** Its contribution without that of its causes, of `common` and of `mix`. */
  readonly unexplained: number
  readonly noise: Noise | null
  /** Earlier windows that were used. */
  readonly history: number
  /** Why no causes were searched for; null where they were. */
  readonly reason: string | null
}

/** The causes of the change of a metric. */
export interface CausesAnswer extends Omit<CausesReport, 'causes' | 'considered'> {
  /** The metric of all rows; null where it has no value. */
  readonly current: number | null
  readonly compare: number | null
  readonly causes: readonly MetricCause[]
  /** The parts of a formula, the one that contributes most first; empty for a sum or a quotient. */
  readonly parts: readonly CausePart[]
  /** How the change divides among the parts; null for a sum or a quotient, and where a window has no value. */
  readonly method: DivisionMethod | null
  readonly considered: Omit<CausesReport['considered'], 'noise'> & {
    /** `mixed`: the parts of a formula have several, or none was searched. */
    readonly noise: Noise | 'mixed'
  }
  readonly cut: readonly CutDimension[]
  /** Segments by their change, of a metric that has no exact shares; null for one that has. */
  readonly ranking: SegmentRanking | null
  /** The warnings about the windows, in the words of `attribute`; null for none. */
  readonly warning: string | null
  /** A description of what was run. */
  readonly executed: readonly string[]
}

/** The result of one search. */
export interface FoundCauses {
  readonly report: CausesReport
  readonly cut: readonly CutDimension[]
}

/** The answer for a metric that is one part, from its totals. Without a value in a window it has no change, and no causes. */
export function wholeAnswer(
  part: Pick<FormulaPart, 'form'>,
  total: CausesInput,
  { report, cut, usual }: FoundCauses & { readonly usual: UsualChange | null },
): Omit<CausesAnswer, 'executed' | 'warning' | 'ranking'> {
  const value = (above: Float64Array, below: Float64Array | undefined) =>
    below === undefined ? above[0]! : below[0] === 0 ? null : above[0]! / below[0]!
  const values = {
    current: value(total.current, total.currentDenominator),
    compare: value(total.compare, total.compareDenominator),
  }
  const answer = {
    ...report,
    ...values,
    usual,
    common: report.common && {
      ...report.common,
      isUsual: isUsualChange(report.common.contribution, usual),
    },
    spread: countCutValues(report.spread, cut),
    parts: [],
    method: null,
    cut,
  }
  if (values.current === null || values.compare === null) {
    const nothing = { causes: [], common: null, mix: null, spread: null, unexplained: 0 }
    return { ...answer, ...nothing, verdict: 'undefined', direction: 'none' }
  }
  return {
    ...answer,
    verdict: decideVerdict(answer),
    causes: report.causes.map((cause) => ({ ...cause, part: null })),
    unexplained: report.unexplained + computeCauseOverlap(part, values, report),
  }
}

/** The answer for a metric of which no part is searched: its segments by their change, and no cause. */
export function rankedAnswer(ranked: RankedAnswer, usual: UsualChange | null): CausesAnswer {
  const { current, compare, groups, leftOut, warning, executed } = ranked
  const change = current === null || compare === null ? 0 : current - compare
  const figures = { current, compare, causes: [], common: null, mix: null, spread: null, usual }
  return {
    ...figures,
    verdict: decideVerdict(figures),
    parts: [],
    method: null,
    unexplained: change,
    direction: change === 0 ? 'none' : change > 0 ? 'up' : 'down',
    considered: { ...summarizeConsidered([]), segments: groups, depth: 1, leftOut },
    cut: [],
    ranking: pickRanking(ranked),
    warning,
    executed,
  }
}

/** The spread over a dimension of which only the largest values are searched, with all of its values. */
function countCutValues(spread: Spread | null, cut: readonly CutDimension[]): Spread | null {
  const cutDimension = cut.find(({ dimension }) => dimension === spread?.dimension)
  return spread === null || cutDimension === undefined
    ? spread
    : { ...spread, groups: cutDimension.values }
}

/** A part of a formula with what was found in it; null where it was not searched. */
export interface SearchedPart {
  readonly part: FormulaPart
  readonly values: NodeValues
  readonly found: FoundCauses | null
}

interface Joining {
  /** The metric of all rows. */
  readonly values: NodeValues
  readonly division: Division
  readonly parts: readonly SearchedPart[]
  readonly usual: UsualChange | null
  readonly maxCauses?: number
}

const MOST_CAUSES = 10
/** A segment that contributes less than this share of all parts together is no cause of the metric, however sure its part changed there. */
const LEAST_PART = 0.001
const SURENESS = { certain: 0, likely: 1, possible: 2 } as const

/** The answer for a formula: the causes of its parts, with contributions to the metric that add up to its change. */
export function joinParts({
  values,
  division,
  parts,
  usual,
  maxCauses = MOST_CAUSES,
}: Joining): Omit<CausesAnswer, 'executed' | 'warning' | 'ranking'> {
  const { current, compare } = values
  const change = current === null || compare === null ? null : current - compare
  const computeShareOfChange = (part: number | null) =>
    part === null || !change ? null : part / change
  const moved = sumBy(parts, ({ part }) => {
    return Math.abs(findDivisionPart(division, part.name)?.contribution ?? 0)
  })
  const causes = parts
    .flatMap(({ part, found: foundCauses }): readonly MetricCause[] => {
      const slope = findDivisionPart(division, part.name)?.slope ?? 0
      return (foundCauses?.report.causes ?? []).map((cause) => {
        const contribution = slope * cause.contribution
        const scale = (value: number | null) => (value === null ? null : slope * value)
        return {
          ...cause,
          part: part.name,
          contribution,
          rateContribution: scale(cause.rateContribution),
          mixContribution: scale(cause.mixContribution),
          share: computeShareOfChange(contribution),
        }
      })
    })
    .filter(({ contribution }) => parts.length < 2 || Math.abs(contribution) >= LEAST_PART * moved)
    .sort(
      (a, b) =>
        SURENESS[a.confidence] - SURENESS[b.confidence] ||
        Math.abs(b.contribution) - Math.abs(a.contribution),
    )
    .slice(0, maxCauses)
  const closed = parts
    .map((searchedPart) =>
      causePart(searchedPart, { causes, division, usual, shareOf: computeShareOfChange }),
    )
    .sort((a, b) => Math.abs(b.contribution ?? 0) - Math.abs(a.contribution ?? 0))
  const common = combineCommonMoves(closed, values, usual)
  const mix = combineMixes(parts, division, change)
  const explained =
    sumBy(causes, (cause) => cause.contribution) +
    (common?.contribution ?? 0) +
    (mix?.remaining ?? 0)
  const reports = parts.flatMap(({ found: foundCauses }) => foundCauses?.report.considered ?? [])
  return {
    current,
    compare,
    causes,
    parts: closed,
    method: division.method,
    common,
    mix,
    spread: null,
    usual,
    verdict: decideVerdict({ current, compare, causes, common, mix, spread: null, usual }),
    unexplained: change === null ? 0 : change - explained,
    direction: !change ? 'none' : change > 0 ? 'up' : 'down',
    considered: summarizeConsidered(reports),
    cut: parts
      .flatMap(({ found: foundCauses }) => foundCauses?.cut ?? [])
      .filter(({ dimension }, at, all) => {
        return all.findIndex((candidate) => candidate.dimension === dimension) === at
      }),
  }
}

function findDivisionPart(division: Division, name: string) {
  return division.method === null ? undefined : division.parts.get(name)
}

interface Context {
  readonly causes: readonly MetricCause[]
  readonly division: Division
  readonly usual: UsualChange | null
  readonly shareOf: (part: number | null) => number | null
}

function causePart(
  { part, values, found: foundCauses }: SearchedPart,
  { causes, division, usual, shareOf }: Context,
): CausePart {
  const { name } = part
  const divisionPart = findDivisionPart(division, name)
  const contribution = divisionPart?.contribution ?? null
  const ofCauses = sumBy(
    causes.filter((cause) => cause.part === name),
    (cause) => cause.contribution,
  )
  const remainingContribution = contribution === null ? 0 : contribution - ofCauses
  const report = foundCauses?.report ?? null
  const move = report?.common ?? null
  // Groups that share values have more changes than the whole.
  const overlap =
    report === null ? 0 : (divisionPart?.slope ?? 0) * computeCauseOverlap(part, values, report)
  const mixed = (divisionPart?.slope ?? 0) * (report?.mix?.remaining ?? 0)
  const shared = move === null ? 0 : remainingContribution - mixed - overlap
  return {
    name,
    ...values,
    contribution,
    share: shareOf(contribution),
    common: move && {
      ...move,
      contribution: shared,
      share: shareOf(shared),
      isUsual: isUsualChange(shared, usual),
    },
    mix: mixed,
    unexplained: remainingContribution - mixed - shared,
    noise: report?.considered.noise ?? null,
    history: report?.considered.history ?? 0,
    reason: part.reason ?? (report === null ? describeMissingDivision(division) : null),
  }
}

/** The change of the whole less that of its combinations, which differ where they share values (COUNT_DISTINCT). */
function computeCauseOverlap(
  { form }: Pick<FormulaPart, 'form'>,
  { current, compare }: NodeValues,
  { causes, common, mix, unexplained }: CausesReport,
): number {
  if (form?.overlaps !== true || current === null || compare === null) return 0
  const ofCauses = sumBy(causes, (cause) => cause.contribution)
  const remainder = (common?.contribution ?? 0) + (mix?.remaining ?? 0) + unexplained
  return current - compare - ofCauses - remainder
}

function describeMissingDivision(division: Division): string {
  if (division.method === null) return division.reason
  return 'it did not change, and the formula has no slope by it'
}

/** Adds up the common moves of the parts; null where no part has one. */
function combineCommonMoves(
  parts: readonly CausePart[],
  { current, compare }: NodeValues,
  usual: UsualChange | null,
): CausesReport['common'] {
  const moves = parts.flatMap(({ common }) => common ?? [])
  if (moves.length === 0) return null
  const contribution = sumBy(moves, (move) => move.contribution)
  const factor = compare === null ? Number.NaN : (compare + contribution) / compare
  const change = current === null || compare === null ? 0 : current - compare
  return {
    factor: Number.isFinite(factor) ? factor : 1,
    contribution,
    share: change === 0 ? null : contribution / change,
    along: Math.min(...moves.map(({ along }) => along)),
    bits: sumBy(moves, (move) => move.bits),
    isUsual: isUsualChange(contribution, usual),
  }
}

/** Adds up the mixes of the parts; the dimensions are those of the part whose mix contributes most. Null where none has one. */
function combineMixes(
  parts: readonly SearchedPart[],
  division: Division,
  change: number | null,
): Mix | null {
  const mixes = parts.flatMap(({ part, found: foundCauses }): Mix[] => {
    const mix = foundCauses?.report.mix ?? null
    const slope = findDivisionPart(division, part.name)?.slope ?? 0
    return mix === null ? [] : [scaleMix(mix, slope)]
  })
  if (mixes.length === 0) return null
  const [largest] = mixes.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const contribution = sumBy(mixes, (mix) => mix.contribution)
  return {
    ...largest!,
    contribution,
    share: change ? contribution / change : null,
    remaining: sumBy(mixes, (mix) => mix.remaining),
  }
}

function scaleMix(mix: Mix, slope: number): Mix {
  return {
    ...mix,
    contribution: slope * mix.contribution,
    remaining: slope * mix.remaining,
    byDimension: mix.byDimension.map((groups) => ({
      ...groups,
      rateContribution: slope * groups.rateContribution,
      mixContribution: slope * groups.mixContribution,
    })),
  }
}

function summarizeConsidered(
  reports: readonly CausesReport['considered'][],
): CausesAnswer['considered'] {
  const most = (of: (report: CausesReport['considered']) => number) =>
    reports.reduce((largest, report) => Math.max(largest, of(report)), 0)
  const [first] = reports
  const isOne = reports.every(({ noise }) => noise === first?.noise)
  return {
    combinations: most((report) => report.combinations),
    cuboids: most((report) => report.cuboids),
    segments: sumBy(reports, (report) => report.segments),
    depth: most((report) => report.depth),
    isDepthCut: reports.some((report) => report.isDepthCut),
    noise: first !== undefined && isOne ? first.noise : 'mixed',
    history: most((report) => report.history),
    leftOut: (first?.leftOut ?? []).filter((name) =>
      reports.every(({ leftOut }) => leftOut.includes(name)),
    ),
  }
}

function sumBy<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}
