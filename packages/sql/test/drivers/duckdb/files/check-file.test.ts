import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileToRead } from '../../../../src/drivers/duckdb/files/file-table.ts'
import { createDuckDb, type DuckDb } from '../../../../src/index.ts'

let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-check-'))
  duckdb = await createDuckDb({ threads: 1 })
})

afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true, force: true })
})

const columnTypes = { day: 'DATE', amount: 'DOUBLE', shop: 'STRING' } as const

async function checked(name: string, text: string, how: Partial<FileToRead> = {}) {
  const path = join(folder, name)
  await writeFile(path, text)
  return duckdb.checkFile({ path, columnTypes, hasOnlyDeclared: true, ...how })
}

test('finds nothing where every value fits', async () => {
  const check = await checked('good.csv', 'day,amount,shop,more\n2024-01-01,1.5,a,x\n,,,\n')
  expect(check).toMatchObject({ names: ['day', 'amount', 'shop', 'more'], faults: [] })
  expect(check.leftOut).toBeNull()
  expect(check.columns.map(({ name }) => name).toSorted()).toEqual(['amount', 'day', 'shop'])
})

test('finds every column with values that do not fit, however far down', async () => {
  const good = '2024-01-01,1,a\n'.repeat(5_000)
  const text = `day,amount,shop\n${good}x,1,a\n2024-01-02,"1,5",b\ny,z,c\n`
  const { faults } = await checked('bad.csv', text)
  expect(faults.map(({ column }) => column)).toEqual(['day', 'amount'])
  expect(faults[0]!.message).toContain('row 5001, column "day": expected a date')
  expect(faults[0]!.message).toMatch(/ 1 other value of the column does not fit either\.$/)
  expect(faults[1]!.message).toContain('row 5002, column "amount": expected a number, found "1,5"')
})

test('looks at each file of a pattern', async () => {
  await checked('part-1.csv', 'day,amount,shop\nx,1,a\n')
  await checked('part-2.csv', 'day,amount,shop\n2024-01-01,1,a\n')
  await checked('part-3.csv', 'day,amount,shop\n2024-01-01,1,a,too many\n')
  const path = join(folder, 'part-*.csv')
  const { faults } = await duckdb.checkFile({ path, isPattern: true, columnTypes })
  expect(faults.map(({ column }) => column)).toEqual(['day', null])
  expect(faults[0]!.message).toContain('part-1.csv')
  expect(faults[1]!.message).toMatch(
    /part-3\.csv cannot be read: line 2: expected 3 cells, found 4/,
  )
})

test('tells how many rows are left out, and the first', async () => {
  const text = 'day,amount,shop\n2024-01-01,1,a\nx,2,a\n2024-01-03\n2024-01-04,4,b\n'
  const how = (maxBadRows: number) => ({ format: { maxBadRows } })
  const { leftOut, faults } = await checked('some.csv', text, how(2))
  expect(faults).toEqual([])
  expect(leftOut?.rows).toBe(2)
  expect(leftOut?.first).toMatch(/some\.csv: line 4: it has fewer cells than the header\./)
  const over = await checked('some.csv', text, how(1))
  expect(over.leftOut).toBeNull()
  expect(over.faults[0]!.message).toMatch(/^2 rows of .* at most 1 may be left out/)
})

test('names a line of the wrong length when only such lines are left out', async () => {
  const text = 'day,amount,shop\n2024-01-01,1,a\n2024-01-03\n2024-01-04,4,b\n'
  const { leftOut } = await checked('short.csv', text, { format: { maxBadRows: 2 } })
  expect(leftOut?.first).toContain('line 3: it has fewer cells than the header.')
})

test('counts as many values of a column as do not fit', async () => {
  const cell = fc.constantFrom('1', '2.5', '', 'x', '1,0', '-3e2', 'NaN?')
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 30 }), async (cells) => {
      const rows = cells.map((one) => `2024-01-01,"${one}",a`)
      const { faults } = await checked('law.csv', `day,amount,shop\n${rows.join('\n')}\n`)
      const bad = cells.flatMap((one, i) => (['x', '1,0', 'NaN?'].includes(one) ? [i + 1] : []))
      expect(faults).toHaveLength(bad.length === 0 ? 0 : 1)
      if (bad.length === 0) return
      expect(faults[0]!.message).toContain(`row ${bad[0]}, column "amount"`)
      const others = / (\d+) other/.exec(faults[0]!.message)?.[1] ?? '0'
      expect(Number(others)).toBe(bad.length - 1)
    }),
    { numRuns: 25 },
  )
})
