import type { Lattice } from '../leaves/lattice.ts'
import { COST } from '../leaves/search-cost.ts'
import { type CountModel, fitCountModel } from '../noise/count-model.ts'
import type { Residuals } from '../noise/residuals.ts'
import { ratioResiduals } from '../noise/residuals.ts'
import type { Finding, SearchResult } from './finding.ts'
import { type CountFinding, searchCounts } from './search-counts.ts'
import { judgeInOrder, toFoundConditions } from './search-volume.ts'

/**
 * The causes of quotients without negative numbers. Which segments moved is decided by the counts of leaves, whose parts
 * moved around a factor; how sure they are, also by how much segments of their size usually deviate.
 */
export function* searchRates(lattice: Lattice, most: number): Generator<void, SearchResult> {
  const model = yield* fitCountModel(lattice)
  const { findings, alternatives, level } = yield* searchCounts(lattice, model, most)
  const residuals = yield* withExpectations(lattice, model, level)
  const { expected } = residuals
  const { sure, common } = yield* judgeInOrder(lattice, residuals, findings)
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
    expected: Float64Array.from(expected),
    isSigned: false,
    common,
  }
}

function isSameCell(a: CountFinding, b: CountFinding): boolean {
  return a.number === b.number && a.cell === b.cell
}

/** The errors of earlier windows, and the differences of the current one from what the counts make expect. */
function* withExpectations(
  lattice: Lattice,
  { expected: counts, unit }: CountModel,
  level: number,
): Generator<void, Residuals> {
  const residuals = yield* ratioResiduals(lattice)
  const { current } = lattice.leaves
  const expected = counts.map((count) => count * unit * level)
  return {
    ...residuals,
    expected,
    differences: current.map((amount, leaf) => amount - expected[leaf]!),
    factor: level,
    levels: [Math.log(level), ...residuals.levels.slice(1)],
  }
}
