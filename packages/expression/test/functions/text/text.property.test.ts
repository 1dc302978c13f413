import { FUNCTIONS } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORBIDDEN } from '../../../src/syntax/characters.ts'
import { printText } from '../../../src/tree/literals.ts'
import { resultOf } from '../../support/result-of.ts'

const character = fc.constantFrom('a', 'b', 'B', 'É', 'é', '😀', ' ', '%', '_', '-', '\n', '\\')
const text = fc.array(character, { maxLength: 8 }).map((all) => all.join(''))
const count = fc.integer({ min: -3, max: 10 })

function of(expression: string, region: string): string | null {
  return resultOf(expression, { region })
}

describe('texts', () => {
  test('equal their first characters followed by the remaining characters', () => {
    fc.assert(
      fc.property(text, fc.nat(10), (one, n) => {
        expect(of(`Concat(Left([region], ${n}), Substring([region], ${n + 1}))`, one)).toBe(one)
        const rest = [...one].length - n
        expect(of(`Concat(Left([region], ${n}), Right([region], ${rest}))`, one)).toBe(one)
      }),
    )
  })

  test('are the characters that an array of code points has', () => {
    fc.assert(
      fc.property(text, count, count, (one, start, length) => {
        const characters = [...one]
        const from = Math.max(start, 1) - 1
        expect(of('Length([region])', one)).toBe(String(characters.length))
        expect(of(`Substring([region], ${start}, ${length})`, one)).toBe(
          characters.slice(from, from + Math.max(length, 0)).join(''),
        )
        expect(of(`Left([region], ${length})`, one)).toBe(
          characters.slice(0, Math.max(length, 0)).join(''),
        )
      }),
    )
  })

  test('contain a part at the position that Position gives', () => {
    fc.assert(
      fc.property(text, text, (one, part) => {
        const at = Number(of(`Position([region], ${printText(part)})`, one))
        expect(of(`Contains([region], ${printText(part)})`, one)).toBe(String(at > 0))
        if (at > 0) {
          const there = `StartsWith(Substring([region], ${at}), ${printText(part)})`
          expect(of(there, one)).toBe('true')
        }
      }),
    )
  })

  test('are their parts with the delimiter between', () => {
    fc.assert(
      fc.property(text, character, (one, delimiter) => {
        const parts = one.split(delimiter)
        const found = parts.map((_, index) =>
          of(`SplitPart([region], ${printText(delimiter)}, ${index + 1})`, one),
        )
        expect(found.join(delimiter)).toBe(one)
      }),
    )
  })
})

describe('patterns', () => {
  test('of Like match what the same regular expression matches', () => {
    const piece = fc.constantFrom(
      '%',
      '_',
      'a',
      'b',
      'É',
      '😀',
      '\\%',
      '\\_',
      '\\\\',
      '\\a',
      '.',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, one) => {
        const pattern = printText(pieces.join(''))
        const oracle = new RegExp(`^${pieces.map(likeAsRegexp).join('')}$`, 'su')
        expect(of(`Like([region], ${pattern})`, one)).toBe(String(oracle.test(one)))
      }),
      { numRuns: 1000 },
    )
  })

  test('of RegexpLike match what JavaScript matches', () => {
    fc.assert(
      fc.property(regexp, text, (pattern, one) => {
        const oracle = new RegExp(pattern, 'u')
        expect(of(`RegexpLike([region], ${printText(pattern)})`, one)).toBe(
          String(oracle.test(one)),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('take no longer for a text that almost matches', () => {
    const almost = 'a'.repeat(20_000)
    expect(of('RegexpLike([region], "^(a|aa)*(a*)*b$")', almost)).toBe('false')
    expect(of('Like([region], "%a%a%a%a%a%a%a%b")', almost)).toBe('false')
  })
})

test('no function of texts throws, whatever the text', () => {
  const any = fc.string({ unit: 'binary', maxLength: 20 })
  const calls = Object.values(FUNCTIONS)
    .filter(({ family }) => family === 'text')
    .map(({ name, parameters }) => {
      const args = parameters.map(({ name: parameter, takes }) => {
        if (takes === 'a whole number') return '[delay]'
        return CONSTANTS.has(parameter) ? '"a%"' : '[region]'
      })
      return `${name}(${args})`
    })
  fc.assert(
    fc.property(any, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (region, delay) => {
      for (const call of calls) {
        const result = resultOf(call, { region, delay })
        // What matches nothing is NULL.
        if (!call.startsWith('RegexpExtract(')) expect(result).not.toBeNull()
      }
    }),
    { numRuns: 200 },
  )
})

const CONSTANTS: ReadonlySet<string> = new Set(['pattern', 'delimiter', 'replacement'])

test('no pattern makes the check throw', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => !FORBIDDEN.test(one)),
    fc
      .array(
        fc.constantFrom('(', ')', '[', ']', '{', '}', '*', '?', '|', '\\', '^', '-', '1', ',', 'a'),
      )
      .map((all) => all.join('')),
  )
  fc.assert(
    fc.property(any, (pattern) => {
      for (const name of ['Like', 'ILike', 'RegexpLike', 'RegexpExtract']) {
        try {
          resultOf(`${name}([region], ${printText(pattern)})`, { region: 'a' })
        } catch (error) {
          expect(error).toMatchObject({ code: 'EXPRESSION_BAD_CONSTANT' })
        }
      }
    }),
    { numRuns: 1000 },
  )
})

function likeAsRegexp(piece: string): string {
  if (piece === '%') return '.*'
  if (piece === '_') return '.'
  const literal = piece.startsWith('\\') ? piece.slice(1) : piece
  return literal.replace(/[\\.[\](){}*+?|^$/-]/, '\\$&')
}

const regexp: fc.Arbitrary<string> = fc.letrec<{ regexp: string }>((tie) => ({
  regexp: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'a',
      'b',
      'É',
      '😀',
      '[ab]',
      '[^a😀]',
      '[a-c_-]',
      '\\d',
      '\\w',
      '\\S',
      '\\\\',
      '^',
      '$',
    ),
    fc.tuple(tie('regexp'), tie('regexp')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('regexp'), tie('regexp')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('regexp'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
      .map(([a, counts]) => `(${a}c?)${counts}`),
  ),
})).regexp
