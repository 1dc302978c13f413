import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDuckDb, type DuckDb, readColumns } from '../../../../src/index.ts'

let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-dates-'))
  duckdb = await createDuckDb({ threads: 1 })
})

afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true, force: true })
})

/** The days of texts that are read by a pattern, as ISO 8601; null for a text that does not fit. */
async function readDays(
  texts: readonly string[],
  pattern: string,
): Promise<readonly (string | null)[]> {
  const path = join(folder, 'dates.csv')
  await writeFile(path, ['day', ...texts.map((text) => `"${text}"`)].join('\n'))
  const columnTypes = { day: { type: 'DATE' as const, pattern } }
  const format = { maxBadRows: texts.length }
  await duckdb.registerFile({ catalog: 'c', schema: 's', table: 't', path, columnTypes, format })
  const { day } = await readColumns(duckdb, ['c', 's', 't'])
  if (day === undefined || !('values' in day)) throw new TypeError('Expected numbers')
  return Array.from(day.values as ArrayLike<number>, (value) =>
    new Date(value * 86_400_000).toISOString().slice(0, 10),
  )
}

describe('names of months', () => {
  const locales = [
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'nb',
    'pl',
    'cs',
    'ru',
    'tr',
  ]

  test.each(locales)(
    'of %s are read as the formatter of the platform writes them',
    async (locale) => {
      const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 5)))
      // In Czech a short month is a number.
      for (const month of locale === 'cs' ? (['long'] as const) : (['long', 'short'] as const)) {
        const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' })
        const names = days.map(
          (day) => format.formatToParts(day).find(({ type }) => type === 'month')!.value,
        )
        const read = await readDays(
          names.map((name) => `5 ${name} 2024`),
          'd MMMM yyyy',
        )
        expect(read).toEqual(days.map((day) => day.toISOString().slice(0, 10)))
      }
    },
  )
})

describe('quarters, weeks and days of spreadsheets', () => {
  test.each([
    ["yyyy'Q'Q", ['2024Q1', '2024Q4'], ['2024-01-01', '2024-10-01']],
    ["yyyy'Q'Q", ['2024Q5', '2024Q0'], []],
    [
      "yyyy-'W'ww",
      ['2024-W01', '2020-W53', '2021-W01'],
      ['2024-01-01', '2020-12-28', '2021-01-04'],
    ],
    ["yyyy-'W'ww", ['2021-W53', '2024-W00'], []],
    ['excel', ['1', '45292', '45351.75'], ['1899-12-31', '2024-01-01', '2024-02-29']],
    ['excel', ['0', '-3', 'nan', '2958466'], []],
    ['MMM-yy', ['Jan-24', 'Dec-99'], ['2024-01-01', '1999-12-01']],
  ])('%s: %j', async (pattern, texts, days) => {
    expect(await readDays(texts, pattern)).toEqual(days)
  })
})
