import { expect, test } from 'vitest'
import { locateCauses } from '../../src/causes/locate-causes.ts'

/** Values that differ without a pattern, from -1 to 1. */
const wave = (i: number): number => Math.sin(12.9898 * i) % 1

test.each([30, 100, 300])(
  'a fallen rate is found among %i segments that each have a rate of their own',
  (count) => {
    const shops = Array.from({ length: count }, (_, i) => `S${i}`)
    const denominators = Float64Array.from(shops, (_, i) => 10 + i)
    const before = Float64Array.from(shops, (_, i) => (100 + i) * (1 + 0.03 * wave(i)))
    const now = Float64Array.from(shops, (_, i) => (100 + i) * (1 + 0.03 * wave(i + count)))
    now[7] = 10
    const { causes } = locateCauses({
      dimensions: [{ name: 'shop', values: shops, codes: Uint32Array.from(shops.keys()) }],
      current: now,
      compare: before,
      currentDenominator: denominators,
      compareDenominator: denominators,
    })
    const sure = causes.filter(({ confidence }) => confidence !== 'possible')
    expect(sure.map(({ conditions }) => conditions)).toEqual([[{ dimension: 'shop', value: 'S7' }]])
  },
)
