import type { Lattice } from '../leaves/lattice.ts'
import { COST, UNUSUAL } from '../leaves/search-cost.ts'
import { type CountModel, fitCountModel } from '../noise/count-model.ts'
import type { Residuals } from '../noise/residuals.ts'
import { ratioResiduals } from '../noise/residuals.ts'
import type { Finding, SearchResult } from './finding.ts'
import {
  type CountFinding,
  type CountResult,
  findLevel,
  searchCounts,
  searchUnusual,
} from './search-counts.ts'
import { learnDeviations, toFoundConditions } from './search-volume.ts'

/**
 * The causes of quotients without negative numbers. Which segments moved is decided by the counts of leaves, whose parts
 * moved around a factor; how sure they are, also by how much segments of their size usually deviate. Where the best segments
 * deviate no more than usual, such as in a week of bad weather, it is decided among those that do.
 */
export function* searchRates(lattice: Lattice, most: number): Generator<void, SearchResult> {
  const model = yield* fitCountModel(lattice)
  const residuals = yield* ratioResiduals(lattice)
  const counted = yield* searchCounts(lattice, model, most)
  const judged = yield* judgeFindings(
    lattice,
    withExpectations(lattice, { model, residuals, level: counted.level }),
    counted,
  )
  if ((judged.sure[0] ?? Number.POSITIVE_INFINITY) > leastTailGain(lattice)) return judged.result
  const level = yield* findLevel(lattice, model)
  const unusual = yield* searchAmongUnusual(
    lattice,
    withExpectations(lattice, { model, residuals, level }),
    { ...counted, level, most, model },
  )
  return unusual.result.findings.length > 0 ? unusual.result : judged.result
}

/**
 * Nats under the learned tails from which a segment deviates more than is usual. The tails of this window alone have its
 * causes in them, so less is asked.
 */
function leastTailGain({ leaves }: Lattice): number {
  return leaves.history.length > 0 ? UNUSUAL.likely : 1 - COST
}

interface Judged {
  readonly result: SearchResult
  readonly sure: readonly number[]
}

function* judgeFindings(
  lattice: Lattice,
  residuals: Residuals,
  counted: CountResult,
): Generator<void, Judged> {
  const { computeTailGain, explain, common } = yield* learnDeviations(lattice, residuals)
  const sure: number[] = []
  for (const finding of counted.findings) {
    sure.push(computeTailGain(finding.number, finding.cell))
    yield* explain(finding)
  }
  return { sure, result: toSearchResult(lattice, counted, { sure, common, residuals }) }
}

function* searchAmongUnusual(
  lattice: Lattice,
  residuals: Residuals,
  {
    model,
    level,
    shapes,
    most,
  }: Pick<CountResult, 'level' | 'shapes'> & { readonly model: CountModel; readonly most: number },
): Generator<void, Judged> {
  const { computeTailGain, explain, common } = yield* learnDeviations(lattice, residuals)
  const sure: number[] = []
  const judge = {
    isUnusual: (number: number, cell: number) =>
      computeTailGain(number, cell) > leastTailGain(lattice),
    *explain(finding: CountFinding): Generator<void> {
      sure.push(computeTailGain(finding.number, finding.cell))
      yield* explain(finding)
    },
  }
  const counted = yield* searchUnusual(lattice, model, { level, shapes, most, judge })
  return { sure, result: toSearchResult(lattice, counted, { sure, common, residuals }) }
}

function toSearchResult(
  lattice: Lattice,
  { findings, alternatives }: CountResult,
  {
    sure,
    common,
    residuals,
  }: Pick<SearchResult, 'common'> & {
    readonly sure: readonly number[]
    readonly residuals: Residuals
  },
): SearchResult {
  const toFinding = (finding: CountFinding, tailGain: number): Finding => ({
    conditions: toFoundConditions(lattice, finding),
    gain: finding.gain,
    sure: tailGain,
  })
  return {
    findings: [
      ...findings.map((finding, index) => toFinding(finding, sure[index]!)),
      ...alternatives
        .filter((alternative) => !findings.some((finding) => isSameCell(finding, alternative)))
        .map((finding) => toFinding(finding, -COST)),
    ],
    expected: residuals.expected,
    isSigned: false,
    common,
  }
}

function isSameCell(a: CountFinding, b: CountFinding): boolean {
  return a.number === b.number && a.cell === b.cell
}

interface Expectations {
  readonly model: CountModel
  readonly residuals: Residuals
  readonly level: number
}

/** The errors of earlier windows, and the differences of the current one from what the counts make expect. */
function withExpectations(lattice: Lattice, { model, residuals, level }: Expectations): Residuals {
  const expected = model.expected.map((count) => count * model.unit * level)
  return {
    ...residuals,
    expected,
    differences: lattice.leaves.current.map((amount, leaf) => amount - expected[leaf]!),
    factor: level,
    levels: [Math.log(level), ...residuals.levels.slice(1)],
  }
}
