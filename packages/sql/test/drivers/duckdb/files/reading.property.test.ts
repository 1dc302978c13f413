import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { ValueType } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ColumnReading, FileFormat } from '../../../../src/drivers/duckdb/files/file-table.ts'
import { createDuckDb, type DuckDb, readColumns } from '../../../../src/index.ts'

let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-reading-'))
  duckdb = await createDuckDb({ threads: 1 })
})

afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true, force: true })
})

/** A row of values: units of a hundredth, a whole number, a day since 1970, a text, a flag. */
interface Row {
  readonly cents: number | null
  readonly count: number | null
  readonly day: number | null
  readonly name: string | null
  readonly flag: boolean | null
}

const TYPES = {
  cents: 'DECIMAL',
  count: 'INT',
  day: 'DATE',
  name: 'STRING',
  flag: 'BOOLEAN',
} as const

/** Letters that windows-1252, UTF-8 and UTF-16 have, and what a CSV has to quote. */
const letters = fc.constantFrom(...'aZ 09éßÄ€"\'', ',', ';', '|', '\t', '\n', '.')

const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    cents: fc.option(fc.integer({ min: -1e12, max: 1e12 })),
    count: fc.option(fc.integer({ min: -(2 ** 40), max: 2 ** 40 })),
    day: fc.option(fc.integer({ min: -25_000, max: 60_000 })),
    name: fc.option(fc.string({ unit: letters, minLength: 1, maxLength: 8 })),
    flag: fc.option(fc.boolean()),
  }),
  { minLength: 1, maxLength: 30 },
)

/** How a file is written. */
interface Writing {
  readonly kind: 'csv' | 'json' | 'ndjson'
  readonly delimiter: string
  readonly encoding: 'utf-8' | 'windows-1252' | 'utf-16le'
  readonly numbers: { readonly decimal: string; readonly thousands: string | null }
  /** What stands before or after the amounts. */
  readonly unit: { readonly text: string; readonly before: boolean } | null
  readonly negative: 'PARENTHESES' | 'TRAILING_MINUS' | 'MINUS_SIGN' | null
  readonly pattern: string | null
  readonly lineEnd: string
  readonly compression: '.gz' | '.zst' | ''
  readonly hasMark: boolean
}

const writings: fc.Arbitrary<Writing> = fc.record({
  kind: fc.constantFrom('csv', 'csv', 'csv', 'json', 'ndjson'),
  delimiter: fc.constantFrom(',', ';', '\t', '|', '::'),
  encoding: fc.constantFrom('utf-8', 'windows-1252', 'utf-16le'),
  numbers: fc.constantFrom(
    { decimal: '.', thousands: null },
    { decimal: ',', thousands: null },
    { decimal: ',', thousands: '.' },
    { decimal: '.', thousands: ',' },
    { decimal: ',', thousands: ' ' },
    { decimal: '.', thousands: "'" },
  ),
  unit: fc.constantFrom(
    null,
    { text: '$', before: true },
    { text: '€', before: false },
    { text: 'EUR', before: true },
    { text: '%', before: false },
  ),
  negative: fc.constantFrom(null, 'PARENTHESES', 'TRAILING_MINUS', 'MINUS_SIGN'),
  pattern: fc.constantFrom(
    null,
    'dd.MM.yyyy',
    'MM/dd/yyyy',
    'yyyyMMdd',
    'MMM d yyyy',
    "'on' d MMMM, yyyy",
    'excel',
  ),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  compression: fc.constantFrom('', '.gz', '.zst'),
  hasMark: fc.boolean(),
})

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

function dayText(day: number, pattern: string | null): string {
  const iso = new Date(day * 86_400_000).toISOString().slice(0, 10)
  const [yyyy = '', MM = '', dd = ''] = iso.split('-')
  const month = MONTHS[Number(MM) - 1]!
  const d = String(Number(dd))
  switch (pattern) {
    case null:
      return iso
    case 'dd.MM.yyyy':
      return `${dd}.${MM}.${yyyy}`
    case 'MM/dd/yyyy':
      return `${MM}/${dd}/${yyyy}`
    case 'yyyyMMdd':
      return yyyy + MM + dd
    case 'excel':
      return String(day + 25_569)
    case 'MMM d yyyy':
      return `${month.slice(0, 3)} ${d} ${yyyy}`
    default:
      return `on ${d} ${month}, ${yyyy}`
  }
}

function grouped(digits: string, thousands: string | null): string {
  return thousands === null ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thousands)
}

/** Beside what `decimal` and `thousands` say: its sign and its unit. A mathematical minus needs an encoding that has it. */
function numberText(units: number, scale: 0 | 2, writing: Writing): string {
  const { numbers, unit, encoding } = writing
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - scale), numbers.thousands)
  const fraction = scale === 0 ? '' : numbers.decimal + digits.slice(-scale)
  const mark = scale === 0 ? null : unit
  const number =
    mark === null
      ? whole + fraction
      : mark.before
        ? `${mark.text} ${whole}${fraction}`
        : `${whole}${fraction}${mark.text}`
  if (units >= 0) return number
  switch (writing.negative) {
    case 'PARENTHESES':
      return `(${number})`
    case 'TRAILING_MINUS':
      return `${number}-`
    case 'MINUS_SIGN':
      return `${encoding === 'windows-1252' ? '-' : '\u2212'}${number}`
    default:
      return `-${number}`
  }
}

function textsOf(row: Row, writing: Writing): readonly (string | null)[] {
  return [
    row.cents === null ? null : numberText(row.cents, 2, writing),
    row.count === null ? null : numberText(row.count, 0, writing),
    row.day === null ? null : dayText(row.day, writing.pattern),
    row.name,
    row.flag === null ? null : String(row.flag),
  ]
}

const NAMES = Object.keys(TYPES)

function textOf(all: readonly Row[], writing: Writing): string {
  const table = all.map((row) => textsOf(row, writing))
  if (writing.kind !== 'csv') {
    const objects = table.map((cells) =>
      JSON.stringify(Object.fromEntries(cells.map((cell, i) => [NAMES[i], cell]))),
    )
    return writing.kind === 'json' ? `[${objects.join(',')}]` : objects.join('\n')
  }
  const cell = (text: string | null): string =>
    text === null ? '' : `"${text.replaceAll('"', '""')}"`
  const lines = [NAMES, ...table].map((cells) => cells.map(cell).join(writing.delimiter))
  return lines.join(writing.lineEnd) + writing.lineEnd
}

/** The bytes of windows-1252 for the letters that are not in Latin-1. */
const WINDOWS: Readonly<Record<string, number>> = { '€': 0x80 }

function bytesOf(text: string, { encoding, hasMark }: Writing): Buffer {
  if (encoding === 'windows-1252') {
    return Buffer.from(Array.from(text, (one) => WINDOWS[one] ?? one.charCodeAt(0)))
  }
  return Buffer.from((hasMark ? '\ufeff' : '') + text, encoding === 'utf-8' ? 'utf8' : 'utf16le')
}

function formatOf({ kind, delimiter, encoding, numbers, negative }: Writing): FileFormat {
  return {
    ...(negative !== null && negative !== 'MINUS_SIGN' && { negative }),
    encoding: [encoding],
    decimal: numbers.decimal,
    ...(numbers.thousands !== null && { thousands: numbers.thousands }),
    ...(kind === 'csv' && delimiter === '::' && { delimiter }),
  }
}

function readingsOf({
  pattern,
  unit,
}: Writing): Readonly<Record<string, ValueType | ColumnReading>> {
  return {
    ...TYPES,
    ...(unit !== null && { cents: { type: 'DECIMAL', unit: unit.text } }),
    day: { type: 'DATE', ...(pattern !== null && { pattern }) },
  }
}

/** What the table should hold, as {@link readColumns} gives columns. */
async function valuesOf(table: readonly string[]) {
  const columns = await readColumns(duckdb, table)
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      if (Array.isArray(column)) return [name, column]
      if (!('kind' in column)) throw new TypeError(`Unexpected column ${name}`)
      if (column.kind === 'texts') {
        return [name, Array.from(column.codes, (code) => column.dictionary[code] ?? null)]
      }
      return [
        name,
        Array.from(column.values as ArrayLike<number>, (one) => (Number.isNaN(one) ? null : one)),
      ]
    }),
  )
}

test('a table holds the values that were written, however they were written', async () => {
  let turn = 0
  await fc.assert(
    fc.asyncProperty(rows, writings, async (all, writing) => {
      const bytes = bytesOf(textOf(all, writing), writing)
      const ending = `${writing.kind}${writing.compression}`
      const path = join(folder, `t${turn++}.${ending}`)
      const compress = { '.gz': gzipSync, '.zst': zstdCompressSync, '': (plain: Buffer) => plain }
      await writeFile(path, compress[writing.compression](bytes))
      const table = { catalog: 'c', schema: 's', table: 'written' }
      const columnTypes = readingsOf(writing)
      await duckdb.registerFile({ ...table, path, columnTypes, format: formatOf(writing) })
      expect(await valuesOf(['c', 's', 'written'])).toEqual(
        Object.fromEntries(NAMES.map((name) => [name, all.map((row) => row[name as keyof Row])])),
      )
      await rm(path)
    }),
    { numRuns: 25 },
  )
})

test('a text that is no number of the format is refused with its row, and never read as another number', async () => {
  const spelled = fc.string({
    unit: fc.constantFrom(...'0123456789.,-+e _x'),
    minLength: 1,
    maxLength: 8,
  })
  const path = join(folder, 'spelled.csv')
  const number = /^[+-]?(\d+|\d{1,3}(\.\d{2,3})*\.\d{3})?(,\d*)?(e[+-]?\d+)?$/
  await fc.assert(
    fc.asyncProperty(spelled, async (text) => {
      // Beyond the range of a DOUBLE it is infinite, which is read as NULL elsewhere.
      fc.pre(!/e[+]?\d{3}/.test(text))
      await writeFile(path, `n\n"1"\n"${text}"\n`)
      const format = { decimal: ',', thousands: '.' }
      const reading = duckdb.registerFile({
        ...{ catalog: 'c', schema: 's', table: 'spelled', path, format },
        columnTypes: { n: 'DOUBLE' },
      })
      const plain = Number(text.trim().replaceAll('.', '').replace(',', '.'))
      const fits = number.test(text.trim()) && /\d/.test(text) && Number.isFinite(plain)
      if (fits && text.trim() !== '') {
        await reading
        expect((await valuesOf(['c', 's', 'spelled'])).n).toEqual([1, plain])
      } else if (text.trim() !== '') {
        await expect(reading).rejects.toThrow(/row 2, column "n": expected a number, found/)
      } else await reading.catch(() => null)
    }),
    { numRuns: 60 },
  )
})
