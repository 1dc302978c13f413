import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Column, getColumnRowCount } from '../../../src/columnar/columns/column.ts'
import { readValue } from '../../../src/columnar/columns/read-value.ts'
import { loadTable } from '../../../src/columnar/load/load-table.ts'
import type { RowRange } from '../../../src/columnar/select/block.ts'
import { allParts } from '../../../src/columnar/snapshot/request-parts.ts'
import { readMetadata } from '../../../src/columnar/snapshot/snapshot-metadata.ts'
import { createSnapshotReader } from '../../../src/columnar/snapshot/snapshot-reader.ts'
import { writeSnapshot } from '../../../src/columnar/snapshot/write-snapshot.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-snapshot-reader-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ROWS = 280_000
const DAY = 86_400_000

/** A column in which every seventh row of the second batch and of the last rows is NULL. */
function column<T>(valueAt: (row: number) => T): (T | null)[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const some = row > 131_072 && (row < 200_000 || row > 270_000)
    return some && row % 7 === 0 ? null : valueAt(row)
  })
}

const table = loadTable(
  {
    text: column((row) => `é${(row * 7919) % 70_000}`),
    flag: column((row) => row % 3 === 0),
    day: column((row) => new Date(Math.floor(row / 1000) * DAY)),
    far: column((row) => new Date((row % 50_000) * 400 * DAY)),
    moment: column((row) => new Date(row * 1_234_567)),
    whole: column((row) => (row - 140_000) * 33_554_432),
    large: column((row) => BigInt(row) * 2n ** 44n),
    amount: column((row) => (row % 2 === 0 ? row : -row) / 4),
    double: column((row) => row / 3),
  },
  {
    name: 'rows',
    types: { day: 'DATE', far: 'DATE', moment: 'TIMESTAMP', amount: 'DECIMAL' },
  },
)
const names = [...table.columns.keys()]

const part = fc.record({
  column: fc.constantFrom(...names),
  part: fc
    .tuple(fc.nat(ROWS), fc.nat(40_000))
    .map(([from, length]): RowRange => ({ from, to: Math.min(ROWS, from + length) })),
})

test('reading ranges of rows in any order gives their values, and finally those of all rows', async () => {
  const path = join(folder, 'rows.arrow')
  await writeSnapshot(table, path)
  expect([...table.columns.values()].map(({ kind }) => kind)).toEqual([
    'coded',
    'coded',
    'coded',
    'coded',
    'floats',
    'floats',
    'bigs',
    'floats',
    'floats',
  ])
  const expected = new Map([...table.columns].map(([name, one]) => [name, valuesOf(one)]))
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      const file = await open(path)
      try {
        const reader = createSnapshotReader(file, await readMetadata(file, path))
        const texts = { column: 'text', part: 'texts' } as const
        await Promise.all([reader.read([texts, ...parts]), reader.read([...parts].reverse())])
        for (const { column: name, part: rows } of parts) {
          expectRows(reader.table.columns.get(name)!, table.columns.get(name)!, rows)
        }
        await reader.read(allParts(reader.table))
        for (const [name, one] of reader.table.columns) {
          expect(valuesOf(one).equals(expected.get(name)!), name).toBe(true)
        }
      } finally {
        await file.close()
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 200 : 2 },
  )
})

/** A few rows one by one: the ends, and some between. */
function expectRows(found: Column, expected: Column, { from, to }: RowRange): void {
  const step = Math.max(1, (to - from) >> 6)
  for (let row = from; row < to; row += step) {
    expect(readValue(found, row)).toEqual(readValue(expected, row))
  }
  if (to > from) expect(readValue(found, to - 1)).toEqual(readValue(expected, to - 1))
}

/** What lies in memory of a column, as bytes; which NaN stands for NULL does not matter, nor what lies below one. */
function valuesOf(one: Column): Buffer {
  if (one.kind === 'coded') return Buffer.from(new Uint8Array(bytesOf(one.codes)))
  const values = one.values.slice()
  for (let row = 0; row < getColumnRowCount(one); row++) {
    if (one.kind === 'bigs' && one.valid?.[row] === 0) values[row] = 0n
    else if (Number.isNaN(values[row])) values[row] = Number.NaN
  }
  const valid = one.kind === 'bigs' && one.valid !== null ? one.valid : new Uint8Array(0)
  return Buffer.concat([bytesOf(values), valid])
}

function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
