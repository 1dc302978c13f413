import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '../../src/analysis/csv.ts'

/** A reader of RFC 4180 that knows nothing of the writer. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const [one, row] = [text[at]!, rows.at(-1)!]
    const isDouble = isQuoted && one === '"' && text[at + 1] === '"'
    if (isDouble) at += 1
    if (one === '"' && !isDouble) isQuoted = !isQuoted
    else if (one === ',' && !isQuoted) row.push('')
    else if (text.startsWith('\r\n', at) && !isQuoted) {
      at += 1
      rows.push([''])
    } else row[row.length - 1] += one
  }
  return rows.slice(0, -1)
}

test('a reader gets the cells back, those of formulas behind an apostrophe', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true }),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
      const read = readCsv(csvText(['a', 'b'], rows))
      expect(read[0]).toEqual(['a', 'b'])
      const plain = rows.map((row) => row.map((one) => (one === null ? '' : String(one))))
      const freed = read
        .slice(1)
        .map((row, at) => row.map((one, to) => (one === `'${plain[at]![to]}` ? one.slice(1) : one)))
      expect(freed).toEqual(plain)
    }),
  )
})

test('no cell begins a formula, and numbers stay numbers', () => {
  expect(csvText(['x'], [['=1+1'], ['-2.5'], ['+3e5'], ['@cmd'], ['-x'], [-4]])).toBe(
    "x\r\n'=1+1\r\n-2.5\r\n+3e5\r\n'@cmd\r\n'-x\r\n-4\r\n",
  )
})
