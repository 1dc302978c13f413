import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvCell, formatCsvLine } from '../src/csv.ts'
import { formatExact } from '../src/numbers.ts'

/** A reader of RFC 4180 that knows nothing of the writer. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const [character, row] = [text[at]!, rows.at(-1)!]
    const isDouble = isQuoted && character === '"' && text[at + 1] === '"'
    if (isDouble) at += 1
    if (character === '"' && !isDouble) isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) row.push('')
    else if (text.startsWith('\r\n', at) && !isQuoted) {
      at += 1
      rows.push([''])
    } else row[row.length - 1] += character
  }
  return rows.slice(0, -1)
}

const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '＝', ' =', '"', ''), fc.string())
    .map((parts) => parts.join('')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
)
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { maxLength: 5 })

function toText(value: CsvCell): string {
  if (value === null) return ''
  return typeof value === 'number' ? formatExact(value) : value
}

test('a reader gets the cells back, texts of formulas behind an apostrophe', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read = readCsv(rows.map((row) => `${formatCsvLine(row)}\r\n`).join(''))
      const plain = rows.map((row) => row.map(toText))
      const freed = read.map((row, y) =>
        row.map((text, x) => (text === `'${plain[y]![x]}` ? text.slice(1) : text)),
      )
      expect(freed).toEqual(plain)
    }),
  )
})

test('without the guard a reader gets every cell back', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const lines = rows.map((row) => `${formatCsvLine(row, { guardsFormulas: false })}\r\n`)
      expect(readCsv(lines.join(''))).toEqual(rows.map((row) => row.map(toText)))
    }),
  )
})

test('no text that a spreadsheet reads begins a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      for (const row of rows) {
        for (const text of readCsv(`${formatCsvLine(row)}\r\n`)[0]!) {
          const trimmed = text.trim().normalize('NFKC')
          const isNumber = trimmed !== '' && Number.isFinite(Number(trimmed))
          if (!isNumber) expect(trimmed).not.toMatch(/^[=+\-@]/)
        }
      }
    }),
  )
})

test('numbers stay numbers', () => {
  expect(formatCsvLine(['=1+1', '-2.5', '+3e5', '@cmd', '-x', -4, ' =1', '', null, 1e21])).toBe(
    `'=1+1,-2.5,+3e5,'@cmd,'-x,-4,' =1,"",,1000000000000000000000`,
  )
})
