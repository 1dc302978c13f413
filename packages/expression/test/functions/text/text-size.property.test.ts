import { check, evaluate, parse, type Scope } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestText } from '../../../src/functions/text/text-size.ts'
import { printText } from '../../../src/tree/literals.ts'
import { NOW } from '../../support/compile-sample.ts'
import { runs } from '../../support/runs.ts'
import { reference, sampleScope } from '../../support/sample-scope.ts'

/** The sample fields and a second text. */
const scope: Scope = {
  ...sampleScope,
  resolve: (name) =>
    name.kind === 'field' && name.name === 'note'
      ? { found: reference('STRING', 'note') }
      : sampleScope.resolve(name),
}

const letter = fc.constantFrom('a', 'b', 'c', 'ä', '😀')
const shortText = (minLength: number): fc.Arbitrary<string> =>
  fc.array(letter, { minLength, maxLength: 4 }).map((letters) => letters.join(''))
const constant = shortText(0).map(printText)
const pattern = fc
  .constantFrom('a', 'b+', '[a-c]', '(?:a|bc)', '[^a]{2}', '^a', 'ä$', '.')
  .map(printText)

/** Calls that give texts, in one another; most of them replacements, which lengthen. */
const text: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom('[region]', '[note]'),
    fc.tuple(tie('text'), constant, constant).map((all) => `Replace(${all})`),
    fc.tuple(tie('text'), constant, constant).map((all) => `Replace(${all})`),
    fc.tuple(tie('text'), constant, constant).map((all) => `Replace(${all})`),
    fc.tuple(tie('text'), pattern, constant).map((all) => `RegexpReplace(${all})`),
    fc.tuple(tie('text'), tie('text'), tie('text')).map((all) => `Replace(${all})`),
    fc.tuple(tie('text'), tie('text')).map((all) => `Concat(${all})`),
    fc
      .tuple(fc.constantFrom('Left', 'Right'), tie('text'), fc.nat(6))
      .map(([name, one, n]) => `${name}(${one}, ${n})`),
    fc.tuple(tie('text'), fc.nat(6), fc.nat(6)).map((all) => `Substring(${all})`),
    fc
      .tuple(fc.constantFrom('Upper', 'Lower', 'Trim'), tie('text'))
      .map(([name, one]) => `${name}(${one})`),
    fc
      .tuple(fc.constantFrom('Coalesce', 'Greatest', 'Least', 'NullIf'), tie('text'), tie('text'))
      .map(([name, ...all]) => `${name}(${all})`),
    fc.tuple(tie('text'), tie('text')).map(([one, other]) => `If(${one} = "a", ${one}, ${other})`),
    fc.tuple(tie('text'), pattern).map((all) => `RegexpExtract(${all})`),
    fc.constantFrom(
      'Cast([delay], "String")',
      'Cast([day], "String")',
      `DateFormat([day], "EEEE, d MMMM yyyy")`,
    ),
  ),
})).text

test('no text is longer than the bound that is known before any row is read', () => {
  let reached = 0
  fc.assert(
    fc.property(text, shortText(0), shortText(0), (written, region, note) => {
      const { typed } = check(parse(written).ast!, scope, { now: NOW })
      fc.pre(typed !== null)
      const row = new Map<string, string | bigint | number>([
        ['region', region],
        ['note', note],
        ['delay', -123456n],
        ['day', 19_992],
      ])
      const value = evaluate(typed!, ({ name }) => row.get(name) ?? null)
      if (value === null) return
      const cell = Math.max([...region].length, [...note].length)
      const [found, bound] = [[...(value as string)].length, longestText(typed!, cell)]
      expect(found).toBeLessThanOrEqual(bound)
      if (found === bound && found > cell) reached += 1
    }),
    runs(1_000),
  )
  // A bound that nothing reaches would refuse more than it has to.
  expect(reached).toBeGreaterThan(5)
})
