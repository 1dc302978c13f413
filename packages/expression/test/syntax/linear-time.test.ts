import { parse, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'

/** Limits out of the way: what is measured is the parser, not the limit. */
const LIFTED = {
  length: 4_000_000,
  nesting: 1_000_000,
  treeHeight: 1_000_000,
  nodes: 10_000_000,
  values: 10_000_000,
  nameLength: 10_000_000,
  numberLength: 10_000_000,
}
/** Nesting takes stack, so here its limit stands, which is the answer. */
const NESTED = { ...LIFTED, nesting: 100, treeHeight: 500 }

const FAMILIES: readonly (readonly [string, (count: number) => string, object])[] = [
  ['open brackets', (count) => '['.repeat(count), LIFTED],
  ['open brackets and quotes', (count) => '["'.repeat(count), LIFTED],
  ['escapes without end', (count) => `"${'\\n'.repeat(count)}`, LIFTED],
  ['curly quotes', (count) => '“'.repeat(count), NESTED],
  ['full-width brackets', (count) => '［'.repeat(count), NESTED],
  ['control characters', (count) => '\u0001'.repeat(count), NESTED],
  ['comments without end', (count) => `1 ${'/* '.repeat(count)}`, NESTED],
  ['open parentheses', (count) => '('.repeat(count), NESTED],
  ['signs', (count) => '-'.repeat(count), NESTED],
  ['cases', (count) => 'CASE('.repeat(count), NESTED],
  ['bare words', (count) => 'word '.repeat(count), NESTED],
  ['letters of another script', (count) => '地'.repeat(count), NESTED],
  ['values side by side', (count) => '[a]'.repeat(count), NESTED],
  ['infix words', (count) => '[a] IN '.repeat(count), NESTED],
  ['a chain of AND', (count) => `TRUE${' AND [a]'.repeat(count)}`, LIFTED],
  ['a long list', (count) => `IN([a]${', "x"'.repeat(count)})`, LIFTED],
  ['a long text', (count) => `"${'x""'.repeat(count)}"`, LIFTED],
]

const SIZE = 100_000

function millisecondsOf(text: string, limits: object): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const begin = performance.now()
    parse(text, limits)
    best = Math.min(best, performance.now() - begin)
  }
  return best
}

/** The smallest of three ratios: another process on the machine makes one larger, never all. */
function growth(make: (count: number) => string, limits: object): number {
  const size = SIZE / make(1).length
  const ratios = Array.from({ length: 3 }, () => {
    const once = millisecondsOf(make(size), limits)
    return millisecondsOf(make(2 * size), limits) / Math.max(once, 1)
  })
  return Math.min(...ratios)
}

describe.runIf(process.env.TRIBUTARY_LONG)('the time of a parse', () => {
  test.each(FAMILIES)('grows with the length of %s', (_, make, limits) => {
    expect(growth(make, limits)).toBeLessThan(2.5)
  })
})

describe('a text of a megabyte', () => {
  test.each(FAMILIES)('of %s is answered', (_, make, limits) => {
    const text = make(Math.ceil(1_000_000 / make(1).length))
    const { ast, diagnostics } = parse(text, limits)
    expect(diagnostics.length).toBeLessThanOrEqual(20)
    expect(ast === null).toBe(diagnostics.length > 0)
    if (ast !== null) expect(print(ast).length).toBeGreaterThan(100_000)
    expect(parse(text).diagnostics).toMatchObject([{ code: 'EXP5001' }])
  })
})
