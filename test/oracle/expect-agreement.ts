import type { AttributionData } from '@tributary/contract'
import { expect } from 'vitest'
import { changeOf, type Expected, expectedAnswer, type Numbers } from './attribution-oracle.ts'
import type { Case } from './cases.ts'
import { ATOMS, atomsIn, Decimal, isLinear, isQuotient } from './metrics.ts'

type Table = AttributionData['tables'][number]

/** Holds an answer to what the oracle expects of the case. */
export function expectAgreement(answer: AttributionData, one: Case): void {
  const names = [...new Set(atomsIn(one.question.formula))]
  const expected = expectedAnswer(one.question, names)
  expect(answer.tables.map(({ dimension }) => dimension)).toEqual([null, ...one.request.dimensions])
  expect(answer.warning).toBe(windowWarnings(expected, one))
  if (expected.missing.length === 2) {
    const warning = 'NO_DATA_CURRENT; NO_DATA_COMPARE'
    for (const table of answer.tables) expect(table).toMatchObject({ empty: true, warning })
    return
  }
  const exact =
    names.every((name) => !ATOMS.find((atom) => atom.name === name)!.inexact) && !expected.whole
  const judged: Judged = { expected, one, exact: exact && isClosed(one) }
  const [overall, ...tables] = answer.tables
  expectRows(overall!, [], new Map([['', expected.total]]), judged)
  for (const [i, table] of tables.entries()) {
    expectRows(table, one.keys[i]!, expected.groups[i]!, judged)
  }
}

interface Judged {
  readonly expected: Expected
  readonly one: Case
  /** Whether values are equal to the last digit. */
  readonly exact: boolean
}

function isClosed({ question }: Case): boolean {
  return isLinear(question.formula) || isQuotient(question.formula)
}

function missingWarnings({ missing }: Expected, { question }: Case): readonly string[] {
  const times = question.rows.flatMap(({ at }) => (at === null ? [] : [at]))
  const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
  const data = `first=${text(Math.min(...times))} last=${text(Math.max(...times))}`
  return missing.map((side) => `NO_DATA_${side.toUpperCase()} ${data}`)
}

function windowWarnings(expected: Expected, one: Case): string | null {
  const { periods, overlap } = expected
  const { question } = one
  const { current, compare } = periods
  const partial = Object.entries(periods)
    .filter(([, { count, asked }]) => count !== asked)
    .map(([side, { count, asked }]) => `PARTIAL_RANGE ${side}=${count} of=${asked}`)
  const means = Object.entries(periods)
    .filter(([, { count }]) => question.average && count === 0)
    .map(([side]) => `AVERAGE_UNDEFINED window=${side}`)
  const isCounted = current.count > 0 && compare.count > 0
  const lengths =
    !question.average && isCounted && current.count !== compare.count
      ? [`RANGE_LENGTH_DIFFERS current=${current.count} compare=${compare.count}`]
      : []
  const shared = overlap > 0 ? [`OBJECTS_OVERLAP rows=${overlap}`] : []
  const all = [...missingWarnings(expected, one), ...partial, ...means, ...lengths, ...shared]
  return all.length === 0 ? null : all.join('; ')
}

function hasNoMean({ periods }: Expected, { question }: Case): boolean {
  return question.average && (periods.current.count === 0 || periods.compare.count === 0)
}

function expectRows(
  { table, warning, empty }: Table,
  keys: readonly string[],
  groups: ReadonlyMap<string, Numbers>,
  judged: Judged,
): void {
  const found = table['@currentValue']!.map((_, row) =>
    keys.map((key) => table[key]![row]).join('\n'),
  )
  expect([...found].toSorted()).toEqual([...groups.keys()].toSorted())
  expect(empty).toBe(found.length === 0)
  const change = changeOf(judged.expected.total)
  const defined = judged.expected.total.contribution !== null
  for (const [row, key] of found.entries()) {
    const numbers = groups.get(key)!
    const [current, compare] = [table['@currentValue']![row], table['@compareValue']![row]]
    expectValue(current, numbers.current, judged)
    expectValue(compare, numbers.compare, judged)
    expectGrowth([current, compare, table['@growth']![row], table['@growthRate']![row]])
    if (!defined || change !== 0) {
      expectRate(table['@relativeContributionRate']![row], numbers, change, judged)
    }
    expectRate(table['@overallContributionRate']![row], numbers, judged.expected.rootChange, judged)
  }
  expectOrder(table['@relativeContributionRate']!, found)
  expectWarnings(warning, groups, { keys, ...judged })
}

function expectValue(found: unknown, expected: Decimal | null, { exact }: Judged): void {
  // Means are doubles in a formula, and their difference may be next to nothing where it ought to be zero.
  if (expected === null && !exact && Math.abs(Number(found)) > 1e12) return
  if (expected === null || exact) {
    expect(found).toBe(expected === null ? null : expected.toNumber() + 0)
    return
  }
  expect(Math.abs(Number(found) - expected.toNumber())).toBeLessThanOrEqual(
    1e-12 * Math.max(1, Math.abs(expected.toNumber())),
  )
}

/** The growth of the numbers as printed. */
function expectGrowth([current, compare, growth, rate]: readonly unknown[]): void {
  if (current === null || compare === null) {
    expect([growth, rate]).toEqual([null, null])
    return
  }
  const difference = new Decimal(current as number).minus(compare as number)
  expect(growth).toBe(difference.toFixed())
  const share = compare === 0 ? null : difference.div(compare as number)
  expect(rate).toBe(share && unsigned(share.toDecimalPlaces(10, Decimal.ROUND_HALF_EVEN)).toFixed())
}

const unsigned = (value: Decimal) => (value.isZero() ? new Decimal(0) : value)

function expectRate(
  found: unknown,
  { contribution }: Numbers,
  change: number | null,
  judged: Judged,
): void {
  // What is computed in doubles may miss a change of exactly 0 by their rounding.
  if (change === 0 && !judged.exact) return
  if (contribution === null || change === null || change === 0) {
    expect(found).toBeNull()
    return
  }
  // What is nearly no change is a matter of the last digit of large numbers.
  const { current, compare } = judged.expected.total
  const size = Math.max(Math.abs(current?.toNumber() ?? 0), Math.abs(compare?.toNumber() ?? 0))
  if (!judged.exact && Math.abs(change) < 1e-6 * size) return
  const expected = contribution / change
  expect(Math.abs(Number(found) - expected)).toBeLessThanOrEqual(
    1e-8 * Math.max(1, Math.abs(expected)),
  )
}

function expectOrder(rates: readonly unknown[], keys: readonly string[]): void {
  for (let row = 1; row < rates.length; row++) {
    const [before, after] = [rates[row - 1], rates[row]]
    if (before === null) expect(after).toBeNull()
    if (before === after) expect(keys[row - 1]! < keys[row]!).toBe(true)
    else if (before !== null && after !== null)
      expect(before as number).toBeGreaterThan(after as number)
  }
}

function expectWarnings(
  warning: string | null,
  groups: ReadonlyMap<string, Numbers>,
  { keys, expected, one, exact }: Judged & { readonly keys: readonly string[] },
): void {
  const codes = new Set(warning?.split('; ').map((text) => text.split(' ')[0]))
  const change = changeOf(expected.total)
  const rows = [...groups.values()]
  expect(codes.has('NOT_ATTRIBUTABLE')).toBe(expected.whole)
  expect(codes.has('RATIO_UNDEFINED') || codes.has('NOT_CLOSED')).toBe(
    !expected.whole &&
      change === null &&
      !(hasNoMean(expected, one) && isLinear(one.question.formula)),
  )
  for (const side of expected.missing) expect(codes).toContain(`NO_DATA_${side.toUpperCase()}`)
  const isDrillDown = one.question.drillDown !== null
  if (
    isDrillDown &&
    !expected.whole &&
    !isLinear(one.question.formula) &&
    expected.rootChange === null
  )
    expect(codes).toContain('OVERALL_UNDEFINED')
  if (!isDrillDown) expect(codes).not.toContain('OVERALL_UNDEFINED')
  expect(codes.has('NEGATIVE_BASE')).toBe(
    rows.some(({ compare }) => compare?.isNegative() && !compare.isZero()),
  )
  expect(codes.has('COMPARE_DIMENSION')).toBe(keys.includes(one.compareDimension ?? ''))
  if (exact) expect(codes.has('TOTAL_UNCHANGED')).toBe(!expected.whole && change === 0)
  expect(codes.has('TRUNCATED')).toBe(false)
  if (expected.closes) expect(codes.has('NOT_ADDITIVE')).toBe(false)
}
