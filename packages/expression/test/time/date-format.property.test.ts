import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DateFormat,
  parseDateFormat,
  parseFormattedTime,
  printFormattedTime,
} from '../../src/time/date-format.ts'
import { composeTime } from '../../src/time/parse-time.ts'
import { runs } from '../support/runs.ts'

const separator = fc.constantFrom('', '-', '.', '/', ' ', ': ', '(', '年', '\\', '😀', '1')

/** Formats with a date, and with hours to seconds or without. */
const arbitraryFormat: fc.Arbitrary<string> = fc
  .tuple(
    fc.shuffledSubarray(['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss'], { minLength: 6 }),
    fc.constantFrom(3, 6),
    fc.array(separator, { minLength: 7, maxLength: 7 }),
  )
  .map(([shuffled, count, separators]) => {
    const fields = shuffled.filter((one) => count === 6 || /[yMd]/.test(one))
    return separators[6] + fields.map((field, index) => field + separators[index]).join('')
  })

function formatOf(text: string): DateFormat {
  const parsed = parseDateFormat(text)
  if ('problem' in parsed) throw new TypeError(`${text}: ${parsed.problem}`)
  return parsed.format
}

/** The time by a regular expression of the whole format; null when the text does not match it. */
function byPattern(text: string, format: DateFormat): ReturnType<typeof composeTime> | null {
  const pattern = format.map((part) =>
    'field' in part
      ? `(?<${part.field}>[0-9]{${part.field.length}})`
      : part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  )
  const { groups } = new RegExp(`^(?:${pattern.join('')})$`, 'u').exec(text) ?? {}
  if (groups === undefined) return null
  const number = (field: string): number => Number(groups[field] ?? 0)
  return composeTime({
    year: number('yyyy'),
    month: number('MM'),
    day: number('dd'),
    hour: number('HH'),
    minute: number('mm'),
    second: number('ss'),
    micros: 0,
  })
}

describe('readFormatted', () => {
  test('reads texts of a format and their mutations as a regular expression does', () => {
    fc.assert(
      fc.property(
        arbitraryFormat,
        fc.bigInt({ min: -62_135_596_800n, max: 253_402_300_799n }),
        fc.option(fc.tuple(fc.nat(), fc.nat(3), fc.oneof(separator, fc.string()))),
        (text, seconds, mutation) => {
          const format = formatOf(text)
          const written = printFormattedTime(seconds * 1_000_000n, format)
          const [place, length, inserted] = mutation ?? [0, 0, '']
          const at = place % (written.length + 1)
          const mutated = written.slice(0, at) + inserted + written.slice(at + length)
          const expected = byPattern(mutated, format) ?? { problem: `write it as ${text}` }
          expect(parseFormattedTime(mutated, format)).toEqual(expected)
        },
      ),
      runs(500),
    )
  })
})
