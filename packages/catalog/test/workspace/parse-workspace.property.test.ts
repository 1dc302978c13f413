import { parseWorkspace } from '@tributary/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { FLIGHTS_TEXT } from '../flights.ts'
import { mutated } from './mutated.ts'

function holds(text: string): void {
  const { workspace, problems } = parseWorkspace([{ file: 'w.yaml', text }])
  expect(workspace === null).toBe(problems.length > 0)
  const lines = text.split('\n')
  for (const { file, line, column, message } of problems) {
    expect(file).toBe('w.yaml')
    expect(message).not.toBe('')
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lines.length)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
  }
}

test('loads a changed text whole or places its mistakes inside the file', () => {
  const noise = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\t',
    ':',
    '- ',
    '[',
    ']',
    '{',
    '"',
    "'",
    '#',
    '&a ',
    '*a',
    '0',
    'é',
    '😀',
  )
  const change = fc.record({
    start: fc.nat(FLIGHTS_TEXT.length),
    length: fc.nat(30),
    put: fc.oneof(noise, fc.string({ maxLength: 8 })),
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let text = FLIGHTS_TEXT
      for (const { start, length, put } of changes) {
        text = text.slice(0, start) + put + text.slice(start + length)
      }
      holds(text)
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 5_000 : 40 },
  )
})

test('loads a changed document whole or places its mistakes inside the file', () => {
  fc.assert(
    fc.property(mutated(parse(FLIGHTS_TEXT)), (value) => holds(stringify(value))),
    { numRuns: process.env.TRIBUTARY_LONG ? 5_000 : 40 },
  )
})
