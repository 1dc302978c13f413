import { Decimal as Base } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Amounts } from '../../src/contribute/amounts.ts'
import { quotientContributions, ratioWeights } from '../../src/contribute/quotient.ts'
import type { NumberColumn } from '../../src/request/source.ts'

const Decimal = Base.clone({ precision: 120 })
const numRuns = process.env.TRIBUTARY_LONG ? 3_000 : 500

/** Units of the numerator and the denominator in the compare and in the current window. */
type Group = readonly [n0: number, d0: number, n1: number, d1: number]

const large = Number.MAX_SAFE_INTEGER
const whole = (max: number) =>
  fc.tuple(
    fc.integer({ min: -max, max }),
    fc.integer({ min: 0, max }),
    fc.integer({ min: -max, max }),
    fc.integer({ min: 0, max }),
  )
/** Groups that hardly change, and of which the ratio changes still less. */
const still = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 45 }), fc.integer({ min: 2 ** 40, max: 2 ** 45 }))
  .chain(([n, d]) =>
    fc
      .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))
      .map(([dn, dd]): Group => [n, d, n + dn, d + dd]),
  )
const groups: fc.Arbitrary<readonly Group[]> = fc
  .constantFrom<fc.Arbitrary<Group>>(whole(100), whole(2 ** 40), whole(large), still)
  .chain((group) => fc.array(group, { minLength: 1, maxLength: 8 }))
  .map((list) => [...list, [1, 1, 1, 1] as Group])
const scales = fc.record({ n: fc.constantFrom(0, 2, 6), d: fc.constantFrom(0, 2) })
const divisors = fc.constantFrom({ current: 1n, compare: 1n }, { current: 30n, compare: 31n })

type Kind = NumberColumn['kind']
function column(kind: Kind, scale: number, units: readonly number[]): NumberColumn {
  if (kind === 'exact') return { kind, scale, units: units.map(BigInt) }
  if (kind === 'safe') return { kind, scale, units: Float64Array.from(units) }
  return { kind, values: Float64Array.from(units) }
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + BigInt(one), 0n)

/** Both sides of the groups, and of their totals, as the sources give them. */
function amountsOf(
  list: readonly Group[],
  [compare, current]: readonly [number, number],
  as: { readonly kind: Kind; readonly scale: number; readonly divisors: Amounts['divisors'] },
): { readonly groups: Amounts; readonly total: Amounts } {
  const units = (index: number) => list.map((one) => one[index]!)
  const exact = (index: number) => ({
    kind: 'exact' as const,
    scale: as.scale,
    units: [sum(units(index))],
  })
  const { divisors } = as
  return {
    groups: {
      current: column(as.kind, as.scale, units(current)),
      compare: column(as.kind, as.scale, units(compare)),
      divisors,
    },
    total: { current: exact(current), compare: exact(compare), divisors },
  }
}

/** `∫ (ΔN_i·D - N·ΔD_i)/D² dt` by the primitive functions, in 120 digits. */
function expectedOf(
  list: readonly Group[],
  of: { readonly n: Amounts; readonly d: Amounts },
): readonly Base[] {
  const amount = (
    { divisors, ...columns }: Amounts,
    window: 'current' | 'compare',
    units: bigint,
  ) => {
    const { scale } = columns[window] as { readonly scale: number }
    return new Decimal(String(units)).div(new Decimal(10).pow(scale)).div(String(divisors[window]))
  }
  const total = (index: number) => sum(list.map((one) => one[index]!))
  const n0 = amount(of.n, 'compare', total(0))
  const d0 = amount(of.d, 'compare', total(1))
  const n1 = amount(of.n, 'current', total(2))
  const d1 = amount(of.d, 'current', total(3))
  return list.map(([a, b, c, d]) => {
    const dn = amount(of.n, 'current', BigInt(c)).minus(amount(of.n, 'compare', BigInt(a)))
    const dd = amount(of.d, 'current', BigInt(d)).minus(amount(of.d, 'compare', BigInt(b)))
    const q0 = dn.times(d0).minus(dd.times(n0))
    const q1 = dn.times(d1).minus(dd.times(n1))
    if (d0.eq(d1)) return q0.plus(q1).div(2).div(d0).div(d0)
    const growth = d1.minus(d0)
    const far = d1.div(d0).ln().minus(growth.div(d1)).div(growth).div(growth)
    const near = new Decimal(1).div(d0).div(d1).minus(far)
    return q0.times(near).plus(q1.times(far))
  })
}

test('contributions are the path integrals, to a few units in the last place of their larger end', () => {
  fc.assert(
    fc.property(
      groups,
      fc.constantFrom<Kind>('exact', 'safe'),
      scales,
      divisors,
      (list, kind, scale, divisors) => {
        const n = amountsOf(list, [0, 2], { kind, scale: scale.n, divisors })
        const d = amountsOf(list, [1, 3], { kind, scale: scale.d, divisors })
        const weights = ratioWeights(n.total, d.total)!
        const found = quotientContributions(n.groups, d.groups, weights)
        const expected = expectedOf(list, { n: n.groups, d: d.groups })
        const change = expected.reduce((all, one) => all.plus(one), new Decimal(0)).abs()
        found.forEach((value, row) => {
          const wanted = expected[row]!
          // The two ends differ by what the ratio changed on the group's own change, so nothing larger cancels.
          const size = wanted.abs().plus(change.times(10))
          const missed = new Decimal(value).minus(wanted).abs()
          expect(missed.lte(size.times(1e-13)), `${value} for ${wanted}`).toBe(true)
        })
      },
    ),
    { numRuns },
  )
})

test('swapping the windows negates every contribution', () => {
  fc.assert(
    fc.property(groups, fc.constantFrom<Kind>('exact', 'safe', 'double'), (list, kind) => {
      const once = { kind, scale: 0, divisors: { current: 1n, compare: 1n } }
      const ask = (n: readonly [number, number], d: readonly [number, number]) => {
        const [above, below] = [amountsOf(list, n, once), amountsOf(list, d, once)]
        const weights = ratioWeights(above.total, below.total)
        return quotientContributions(above.groups, below.groups, weights)
      }
      const there = ask([0, 2], [1, 3])
      expect(ask([2, 0], [3, 1])).toEqual(there.map((value) => 0 - value))
    }),
    { numRuns },
  )
})
