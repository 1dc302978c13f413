import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CausesAnswer,
  createColumnarSource,
  findCauses,
  questionRequest,
} from '../../src/index.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 8 : 1_000
const SHOPS = 12
const REGIONS = 4

type Measure = 'a' | 'b' | 'c'
const MEASURES: readonly Measure[] = ['a', 'b', 'c']

/** The measures of each combination of shop and region in two windows. */
interface Rows {
  readonly month: readonly number[]
  readonly shop: readonly string[]
  readonly region: readonly string[]
  readonly values: Readonly<Record<Measure, readonly number[]>>
}

/** Measures that change by little, but for what `fault` multiplies in the current window. */
function rowsFrom(
  seed: number,
  fault: (measure: Measure, shop: number, region: number) => number = () => 1,
): Rows {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const [month, shop, region]: [number[], string[], string[]] = [[], [], []]
  const values: Record<Measure, number[]> = { a: [], b: [], c: [] }
  for (let one = 0; one < SHOPS * REGIONS; one++) {
    const [s, r] = [one % SHOPS, Math.floor(one / SHOPS)]
    const sizes = MEASURES.map(() => 200 + 800 * next())
    for (const window of [5, 6]) {
      month.push(window)
      shop.push(`S${s}`)
      region.push(`R${r}`)
      for (const [at, measure] of MEASURES.entries()) {
        const moved = window === 6 ? fault(measure, s, r) * (1 + 0.02 * (next() - 0.5)) : 1
        values[measure].push(Math.round(100 * sizes[at]! * moved) / 100)
      }
    }
  }
  return { month, shop, region, values }
}

interface Asked {
  readonly names?: Readonly<Record<Measure, string>>
  readonly isSwapped?: boolean
  readonly maxCauses?: number
}

const PLAIN = { a: 'a', b: 'b', c: 'c' }

/** `formula` names its measures `{a}`, `{b}` and `{c}`; `{top}` is the maximum of `a`, `{kinds}` counts the distinct hundreds of `b`. */
function causesOf(
  { month, shop, region, values }: Rows,
  formula: string,
  { names = PLAIN, isSwapped = false, maxCauses = 10 }: Asked = {},
): Promise<CausesAnswer> {
  const source = createColumnarSource({ month, shop, region, ...values })
  const sums = MEASURES.map((measure) => [names[measure], { sum: `[${measure}]` }])
  const others = { top: { max: '[a]' }, kinds: { countDistinct: 'Round([b] / 100)' } }
  const { groupings, ...asked } = questionRequest(source, {
    metric: {
      measures: { ...Object.fromEntries(sums), ...others },
      formula: formula.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        return `[${names[name as Measure] ?? name}]`
      }),
    },
    dimensions: [['shop', 'region']],
    current: `[month] = ${isSwapped ? 5 : 6}`,
    compare: `[month] = ${isSwapped ? 6 : 5}`,
  })
  return findCauses(source, { ...asked, grouping: groupings[0]! }, { maxCauses })
}

function totalsOf({ month, values }: Rows, measure: Measure) {
  const sum = (window: number) =>
    values[measure].reduce((total, one, row) => (month[row] === window ? total + one : total), 0)
  return { current: sum(6), compare: sum(5) }
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 })

/** One measure that falls or grows in one shop. */
const faults = fc.record({
  measure: fc.constantFrom(...MEASURES),
  shop: fc.integer({ min: 0, max: SHOPS - 1 }),
  times: fc.constantFrom(0.4, 0.6, 1.7, 2.5),
})

const FORMULAS = [
  '{a} / {b} * {c}',
  '{a} * {b} * {c}',
  '{a} / {b} - {c} / {b}',
  '({a} - {b}) * {c} + 1000',
  'Sqrt({a}) + {b} / {c}',
  'Greatest({a}, {b}) / {c}',
  '{a} / {b} + 10 * {top} / {c}',
  '{kinds} * {a} / ({b} + 1)',
  'If({a} > {b}, {a}, {b}) * 2',
]

describe('causes of a formula', () => {
  test('add up to its change, and those of a part to what the part contributes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('{a} - {b}', '{a} / {b}', '{kinds}', '{kinds} / {a}', ...FORMULAS),
        seeds,
        faults,
        fc.integer({ min: 1, max: 4 }),
        async (formula, seed, { measure, shop, times }, maxCauses) => {
          const rows = rowsFrom(seed, (one, s) => (one === measure && s === shop ? times : 1))
          const found = await causesOf(rows, formula, { maxCauses })
          const { causes, parts, common, mix, unexplained } = found
          expect(causes.length).toBeLessThanOrEqual(maxCauses)
          const change = found.current! - found.compare!
          const size = Math.abs(found.current!) + Math.abs(found.compare!)
          const isNear = (sum: number, whole: number) =>
            expect(Math.abs(sum - whole)).toBeLessThanOrEqual(1e-9 * size)
          const sumOf = (some: readonly { readonly contribution: number | null }[]) =>
            some.reduce((sum, one) => sum + one.contribution!, 0)
          const others = (common?.contribution ?? 0) + (mix?.remaining ?? 0) + unexplained
          isNear(sumOf(causes) + others, change)
          if (parts.length > 0) isNear(sumOf(parts), change)
          for (const one of parts) {
            const own = causes.filter(({ part }) => part === one.name)
            const rest = (one.common?.contribution ?? 0) + one.mix + one.unexplained
            isNear(sumOf(own) + rest, one.contribution!)
          }
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('contribute as the logarithmic mean divides a product', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, faults, async (seed, { measure, times }) => {
        const rows = rowsFrom(seed, (one) => (one === measure ? times : 1))
        const { parts, method, current, compare } = await causesOf(rows, '{a} * {b} * {c}')
        expect(method).toBe('logarithmicMean')
        const mean = (current! - compare!) / Math.log(current! / compare!)
        for (const one of MEASURES) {
          const { current: now, compare: before } = totalsOf(rows, one)
          const part = parts.find(({ name }) => name === `[${one}]`)!
          const expected = mean * Math.log(now / before)
          expect(Math.abs(part.contribution! - expected)).toBeLessThanOrEqual(1e-9 * current!)
          expect(part.share).toBeCloseTo(part.contribution! / (current! - compare!), 12)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('are in the part that has the fault', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, faults, async (seed, { measure, shop, times }) => {
        const rows = rowsFrom(seed, (one, s) => (one === measure && s === shop ? times : 1))
        const { causes, parts } = await causesOf(rows, '{a} / {b} * {c}')
        const [first] = causes
        expect(first?.part).toBe(measure === 'c' ? '[c]' : '[a] / [b]')
        expect(first?.conditions).toEqual([{ dimension: 'shop', value: `S${shop}` }])
        expect(parts[0]?.name).toBe(first?.part)
        // Without a history, a change of less than double may be chance.
        if (Math.abs(Math.log(times)) > Math.log(2)) expect(first?.confidence).not.toBe('possible')
      }),
      { numRuns: RUNS },
    )
  })

  test('do not depend on the names of measures', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FORMULAS), seeds, faults, async (formula, seed, one) => {
        const rows = rowsFrom(seed, (measure, s) =>
          measure === one.measure && s === one.shop ? 0.5 : 1,
        )
        const names = { a: 'z', b: 'b, too', c: 'a' }
        const { executed: _, ...plain } = await causesOf(rows, formula)
        const { executed: __, ...renamed } = await causesOf(rows, formula, { names })
        const back = JSON.stringify(renamed)
          .replaceAll('[a]', '[c]')
          .replaceAll('[z]', '[a]')
          .replaceAll('[b, too]', '[b]')
        expect(JSON.parse(back)).toEqual(JSON.parse(JSON.stringify(plain)))
      }),
      { numRuns: RUNS },
    )
  })

  test('contribute the opposite when the windows are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FORMULAS), seeds, faults, async (formula, seed, one) => {
        const rows = rowsFrom(seed, (measure, s) =>
          measure === one.measure && s === one.shop ? 0.5 : 1,
        )
        const there = await causesOf(rows, formula)
        const back = await causesOf(rows, formula, { isSwapped: true })
        for (const { name, contribution } of there.parts) {
          const same = back.parts.find((part) => part.name === name)!
          const size = Math.abs(there.current!) + Math.abs(there.compare!)
          expect(Math.abs(same.contribution! + contribution!)).toBeLessThanOrEqual(1e-9 * size)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

test('a sum beside a constant has the causes of the sum', async () => {
  const rows = rowsFrom(7, (measure, shop) => (measure === 'a' && shop === 3 ? 0.4 : 1))
  const sum = await causesOf(rows, '{a}')
  const shifted = await causesOf(rows, '{a} + 1000')
  expect(sum.causes.length).toBeGreaterThan(0)
  expect(sum.parts).toEqual([])
  const expected = sum.causes.map((one) => {
    return { ...one, part: '[a]', share: expect.closeTo(one.share!, 9) }
  })
  expect(shifted.causes).toEqual(expected)
  expect(shifted.parts.map(({ name }) => name)).toEqual(['[a]'])
  expect(shifted.unexplained).toBeCloseTo(sum.unexplained, 9)
})

test('a part that does not divide among rows contributes without causes', async () => {
  const rows = rowsFrom(11, (measure, shop) => (measure === 'a' && shop === 0 ? 3 : 1))
  const { parts, causes } = await causesOf(rows, '{top} * {b} / {c}')
  const top = parts.find(({ name }) => name === '[top]')!
  expect(top.reason).toBe('measure "top" is a MAX')
  expect(top.contribution).toBe(top.unexplained)
  expect(causes.every(({ part }) => part !== '[top]')).toBe(true)
})

test('what hardly contributes to the metric is no cause of it', async () => {
  const rows = rowsFrom(5, (measure, shop) => (measure === 'c' && shop === 3 ? 0.4 : 1))
  const beside = await causesOf(rows, '{a} / {b} + {c} / {a}')
  expect(beside.causes.map(({ part }) => part)).toContain('[c] / [a]')
  const drowned = await causesOf(rows, '1000000 * {a} / {b} + {c} / {a}')
  expect(drowned.causes.filter(({ part }) => part === '[c] / [a]')).toEqual([])
  const part = drowned.parts.find(({ name }) => name === '[c] / [a]')!
  const sum = (part.common?.contribution ?? 0) + part.mix + part.unexplained
  expect(sum).toBeCloseTo(part.contribution!, 12)
})

test('the parts are the single measures when a quotient has no value in a window', async () => {
  const rows = rowsFrom(13)
  const isBefore = (row: number) => rows.month[row] === 5
  const b = rows.values.b.map((one, row) => (isBefore(row) ? 0 : one))
  const started = { ...rows, values: { ...rows.values, b } }
  const { parts, current, compare } = await causesOf(started, 'Coalesce({a} / {b}, 0) + {c}')
  expect(parts.map(({ name }) => name).toSorted()).toEqual(['[a]', '[b]', '[c]'])
  const sum = parts.reduce((total, { contribution }) => total + contribution!, 0)
  expect(sum).toBeCloseTo(current! - compare!, 9)
})

test('nothing is searched in a formula without a value in a window', async () => {
  const rows = rowsFrom(13)
  const b = rows.values.b.map((one, row) => (rows.month[row] === 5 ? 0 : one))
  const started = { ...rows, values: { ...rows.values, b } }
  const found = await causesOf(started, '{a} / {b} * {c}')
  expect([found.compare, found.causes, found.direction]).toEqual([null, [], 'none'])
  expect(found.parts.map(({ contribution }) => contribution)).toEqual([null, null])
})

test.each([['5 + 0', /the value is a constant/]])('%s is refused', async (formula, reason) => {
  const asked = causesOf(rowsFrom(1), formula)
  await expect(asked).rejects.toMatchObject({ code: 'ATTRIBUTION_CAUSES_UNSUPPORTED' })
  await expect(asked).rejects.toThrow(reason)
})

test('a formula of which no part divides among rows has a ranking in place of causes', async () => {
  const found = await causesOf(rowsFrom(1), '{top} + {top}')
  expect(found.causes).toEqual([])
  expect(found.ranking!.reason).toBe('values of MAX do not add up')
  expect(found.ranking!.groups).toBe(SHOPS + REGIONS)
})
