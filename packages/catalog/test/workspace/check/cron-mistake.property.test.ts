import { parseWorkspace } from '@tributary/catalog'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** A field that is right by construction: no number is outside the range. */
const field = ([from, to]: readonly [number, number]): fc.Arbitrary<string> => {
  const number = fc.integer({ min: from, max: to })
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
  const step = fc.tuple(fc.oneof(fc.constant('*'), range), fc.integer({ min: 1, max: 9 }))
  const item = fc.oneof(
    fc.constant('*'),
    number.map(String),
    range,
    step.map(([of, by]) => `${of}/${by}`),
  )
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join())
}

function mistakes(cron: string): readonly string[] {
  const text = `tenant: t
datasources: [{ name: d, type: FILES, root: . }]
datasets:
  - { name: a, source: { datasource: d, file: a.csv }, columns: [{ name: c, type: INT }], cron: ${JSON.stringify(cron)} }
`
  return parseWorkspace([{ file: 'w.yaml', text }]).problems.map(({ message }) => message)
}

describe('a cron expression', () => {
  test('of right fields is right', () => {
    const fields = fc.tuple(...RANGES.map(field)).filter(([, , day]) => day!.startsWith('*'))
    fc.assert(
      fc.property(fields, (parts) => {
        expect(mistakes(parts.join(' '))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('with a number out of range is refused, whichever field it is in', () => {
    const place = fc.integer({ min: 0, max: 4 })
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 900 }), (at, more) => {
        const parts = ['*', '*', '*', '*', '*']
        parts[at] = String(RANGES[at]![1] + more)
        expect(mistakes(parts.join(' '))).toEqual([expect.stringContaining(parts[at]!)])
      }),
      { numRuns: 50 },
    )
  })

  test.each(['', ' ', '* * * *', '* * * * * *', '1-0 * * * *', '*/0 * * * *', 'a * * * *'])(
    'like %j is refused',
    (text) => expect(mistakes(text)).toHaveLength(1),
  )

  test.each(['0 0 31 2,4 *', '0 0 30 FEB *'])(
    'like %j, which never matches, is refused',
    (text) => {
      expect(mistakes(text)).toEqual([expect.stringContaining('never matches')])
    },
  )

  test.each(['0 0 29 2 *', '0 0 31 1,2 *', '0 0 30 2 MON', '0 3 * jan-Mar sun'])(
    'like %j is right',
    (text) => expect(mistakes(text)).toEqual([]),
  )
})
