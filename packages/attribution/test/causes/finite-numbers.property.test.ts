import { type CausesInput, locateCauses } from '@tributary/attribution'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersFrom } from './made-leaves.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 1_500 : 60_000

interface Made {
  readonly seed: number
  readonly leaves: number
  readonly cards: readonly number[]
  readonly history: number
  /** The part of the values that are 0. */
  readonly empty: number
  readonly isQuotient: boolean
  readonly isSigned: boolean
  /** Whether denominators have both signs, as those of returned amounts have. */
  readonly areDenominatorsSigned: boolean
  /** What amounts are multiplied by. */
  readonly scale: number
}

const made = fc.record<Made>({
  seed: fc.integer({ min: 1, max: 1e9 }),
  leaves: fc.integer({ min: 1, max: 40 }),
  cards: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
  history: fc.integer({ min: 0, max: 4 }),
  empty: fc.double({ min: 0, max: 1, noNaN: true }),
  isQuotient: fc.boolean(),
  isSigned: fc.boolean(),
  areDenominatorsSigned: fc.boolean(),
  scale: fc.constantFrom(1, 1, 1, 0.1, 1e-200, 1e100, 1e200),
})

/** Few leaves, of which any may be empty: values without a denominator, denominators without a value. */
function inputOf(made: Made): CausesInput {
  const { seed, leaves, cards, history, empty, isQuotient, isSigned } = made
  const next = numbersFrom(seed)
  const column = (of: () => number) =>
    Float64Array.from({ length: leaves }, () => (next() < empty ? 0 : of()))
  const amounts = () => column(() => Math.round((next() - (isSigned ? 0.3 : 0)) * 100) * made.scale)
  const counts = () =>
    column(() =>
      made.areDenominatorsSigned
        ? Math.round((next() - 0.4) * 50) * made.scale
        : 1 + Math.floor(3 * next()),
    )
  const windows = Array.from({ length: history })
  return {
    dimensions: cards.map((card, index) => ({
      name: `d${index}`,
      values: Array.from({ length: card }, (_, code) => `v${code}`),
      codes: Uint32Array.from({ length: leaves }, () => Math.floor(card * next())),
    })),
    current: amounts(),
    compare: amounts(),
    history: windows.map(amounts),
    ...(isQuotient && {
      currentDenominator: counts(),
      compareDenominator: counts(),
      historyDenominators: windows.map(counts),
    }),
  }
}

test('all numbers of an answer are finite', () => {
  fc.assert(
    fc.property(made, (one) => {
      const { causes, common, unexplained } = locateCauses(inputOf(one))
      const numbers = causes.flatMap(({ current, compare, expected, unexpected, ...cause }) => {
        const { bits, contribution, share } = cause
        return [current, compare, expected, unexpected, bits, contribution, share]
      })
      const whole = common === null ? [] : [common.bits, common.contribution, common.factor]
      for (const number of [...numbers, ...whole, unexplained]) {
        expect(number === null || Number.isFinite(number)).toBe(true)
      }
    }),
    { numRuns: RUNS },
  )
})

test('a search ends where sums and quotients are beyond the doubles', () => {
  fc.assert(
    fc.property(made, fc.integer({ min: 290, max: 308 }), (one, exponent) => {
      const { considered } = locateCauses(inputOf({ ...one, scale: 10 ** (exponent - 2) }))
      expect(considered.combinations).toBeLessThanOrEqual(one.leaves)
    }),
    { numRuns: RUNS / 5 },
  )
})

test('two segments are too few to be certain of one', () => {
  const { causes } = locateCauses({
    dimensions: [
      { name: 'carrier', values: ['AA', 'UA', 'DL'], codes: Uint32Array.of(2, 1, 2, 1) },
    ],
    current: Float64Array.of(14, 0, 72, 87),
    compare: Float64Array.of(61, 96, 95, 76),
    currentDenominator: Float64Array.of(1, 2, 1, 1),
    compareDenominator: Float64Array.of(1, 2, 1, 1),
  })
  expect(causes.filter(({ confidence }) => confidence === 'certain')).toEqual([])
})
