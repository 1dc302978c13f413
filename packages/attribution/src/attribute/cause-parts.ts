import type { Cause, CausesInput, CausesReport, Noise } from '../causes/leaves/types.ts'
import type { Division, DivisionMethod, NodeValues } from '../metric-tree/divide-change.ts'
import type { FormulaPart } from '../plan/formula-parts.ts'
import type { CutDimension } from './cause-columns.ts'

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
  /** Its contribution without that of its causes and of `common`. */
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
  { report, cut }: FoundCauses,
): Omit<CausesAnswer, 'executed' | 'warning'> {
  const value = (above: Float64Array, below: Float64Array | undefined) =>
    below === undefined ? above[0]! : below[0] === 0 ? null : above[0]! / below[0]!
  const values = {
    current: value(total.current, total.currentDenominator),
    compare: value(total.compare, total.compareDenominator),
  }
  const answer = { ...report, ...values, parts: [], method: null, cut }
  if (values.current === null || values.compare === null) {
    return { ...answer, causes: [], common: null, unexplained: 0, direction: 'none' }
  }
  return {
    ...answer,
    causes: report.causes.map((cause) => ({ ...cause, part: null })),
    unexplained: report.unexplained + computeCauseOverlap(part, values, report),
  }
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
  maxCauses = MOST_CAUSES,
}: Joining): Omit<CausesAnswer, 'executed' | 'warning'> {
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
        return {
          ...cause,
          part: part.name,
          contribution,
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
      causePart(searchedPart, { causes, division, shareOf: computeShareOfChange }),
    )
    .sort((a, b) => Math.abs(b.contribution ?? 0) - Math.abs(a.contribution ?? 0))
  const common = combineCommonMoves(closed, compare)
  const explained = sumBy(causes, (cause) => cause.contribution) + (common?.contribution ?? 0)
  const reports = parts.flatMap(({ found: foundCauses }) => foundCauses?.report.considered ?? [])
  return {
    current,
    compare,
    causes,
    parts: closed,
    method: division.method,
    common,
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
  readonly shareOf: (part: number | null) => number | null
}

function causePart(
  { part, values, found: foundCauses }: SearchedPart,
  { causes, division, shareOf }: Context,
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
  const shared = move === null ? 0 : remainingContribution - overlap
  return {
    name,
    ...values,
    contribution,
    share: shareOf(contribution),
    common: move && { ...move, contribution: shared },
    unexplained: remainingContribution - shared,
    noise: report?.considered.noise ?? null,
    history: report?.considered.history ?? 0,
    reason: part.reason ?? (report === null ? describeMissingDivision(division) : null),
  }
}

/** The change of the whole less that of its combinations, which differ where they share values (COUNT_DISTINCT). */
function computeCauseOverlap(
  { form }: Pick<FormulaPart, 'form'>,
  { current, compare }: NodeValues,
  { causes, common, unexplained }: CausesReport,
): number {
  if (form?.overlaps !== true || current === null || compare === null) return 0
  const ofCauses = sumBy(causes, (cause) => cause.contribution)
  return current - compare - ofCauses - (common?.contribution ?? 0) - unexplained
}

function describeMissingDivision(division: Division): string {
  if (division.method === null) return division.reason
  return 'it did not change, and the formula has no slope by it'
}

/** Adds up the common moves of the parts; null where no part has one. */
function combineCommonMoves(
  parts: readonly CausePart[],
  compare: number | null,
): CausesReport['common'] {
  const moves = parts.flatMap(({ common }) => common ?? [])
  if (moves.length === 0) return null
  const contribution = sumBy(moves, (move) => move.contribution)
  const factor = compare === null ? Number.NaN : (compare + contribution) / compare
  const isUsual = moves.map((move) => move.isUsual)
  return {
    factor: Number.isFinite(factor) ? factor : 1,
    contribution,
    bits: sumBy(moves, (move) => move.bits),
    isUsual: isUsual.includes(false) ? false : isUsual.includes(null) ? null : true,
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
