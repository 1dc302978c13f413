import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateJsonError } from '../../src/request/locate-json-error.ts'

const token = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u00e9"',
    '"\\q"',
    '"',
    '0',
    '-1.5e3',
    '01',
    '-',
    '.5',
  ],
  ...['true', 'null', 'nul', ' ', '\n', '\t', '\u00a0', '\u0001', '{"a":', '[1,'],
)

const text = fc.oneof(
  fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
  fc.json(),
  fc
    .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
    .map(([json, at, noise]) => json.slice(0, at % (json.length + 1)) + noise),
)

test('finds no error exactly where JSON.parse finds none', () => {
  fc.assert(
    fc.property(text, (json) => {
      expect(locateJsonError(json) === null).toBe(parses(json))
    }),
    { numRuns: 2_000 },
  )
})

function parses(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
