import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { conditionsOf, cuboidsOf, total } from './cells.ts'
import { expectLeaves, sumByCell } from './expected.ts'

/** Nats that each condition beyond the first costs. */
const CONDITION = 1
const RANKED = 3

/**
 * A plain Poisson scan (M. Kulldorff, _Communications in Statistics_ 26, 1997): the segment whose leaves are least likely under
 * what is expected, while all others are as expected. It names one segment.
 */
export const POISSON_SCAN: Method = {
  name: 'Poisson scan',
  locate: (input) => rank(input).slice(0, 1),
  rank,
}

function rank(input: CausesInput): readonly string[] {
  const { dimensions, current } = input
  const expected = expectLeaves(input)
  const [allNow, allExpected] = [total(current), total(expected)]
  const found: { readonly name: string; readonly nats: number }[] = []
  for (const cuboid of cuboidsOf(input)) {
    const { cellOf, cells, indexes } = cuboid
    const now = sumByCell(current, cellOf, cells)
    const before = sumByCell(expected, cellOf, cells)
    const penalty = CONDITION * (indexes.length - 1)
    for (let cell = 0; cell < cells; cell++) {
      const [inside, usual] = [now[cell]!, before[cell]!]
      const outside = computeDeviance(allNow - inside, allExpected - usual)
      const nats = computeDeviance(inside, usual) - outside - penalty
      const last = found[RANKED - 1]
      if (!(nats > (last?.nats ?? 0))) continue
      const name = segmentText(conditionsOf(dimensions, cuboid, cell))
      found.push({ name, nats })
      found.sort((a, b) => b.nats - a.nats)
      found.length = Math.min(found.length, RANKED)
    }
  }
  return found.map(({ name }) => name)
}

/** The logarithm of the likelihood ratio of a count with its own mean, against the one that is expected. */
function computeDeviance(count: number, expected: number): number {
  if (!(expected > 0)) return 0
  return count > 0 ? count * Math.log(count / expected) - (count - expected) : expected
}
