import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from 'arquero'
import { afterAll, describe, expect, test } from 'vitest'
import { attributeTable } from '../../../src/attribute/attribute-table.ts'
import { createColumnarSource } from '../../../src/columnar/source/columnar-source.ts'
import { openSnapshot } from '../../../src/columnar/source/open-snapshot.ts'
import { toWireTable } from '../../../src/tables/answer.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'sales.arrow')

const ROWS = 400_000
const DAY = 86_400_000
const sales = createColumnarSource(
  {
    day: Array.from({ length: ROWS }, (_, row) => new Date(Math.floor(row / 1000) * DAY)),
    shop: Array.from({ length: ROWS }, (_, row) => `shop ${row % 7}`),
    amount: Float64Array.from({ length: ROWS }, (_, row) => row % 100),
  },
  { name: 'sales', time: 'day', types: { day: 'DATE' } },
)

const question = {
  metric: { sum: '[amount]' },
  dimensions: ['shop'],
  current: '[day] >= "1970-02-01" AND [day] < "1970-02-15"',
  compare: '[day] >= "1970-01-10" AND [day] < "1970-02-01"',
}

function daysOf(from: number, to: number): Buffer {
  const days = Int32Array.from({ length: to - from }, (_, row) => Math.floor((from + row) / 1000))
  return Buffer.from(days.buffer)
}

/** The same file with metadata of another version. */
function withVersion(whole: Buffer, version: number): Buffer {
  const begin = whole.indexOf('{"version":4')
  const changed = Buffer.from(whole)
  changed.write(String(version), begin + '{"version":'.length)
  return changed
}

describe('a snapshot', () => {
  test('answers like its source after reading only what the windows touch', async () => {
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    const expected = await attributeTable(sales, question)
    // The rows of these weeks lie in the first of seven batches; what follows may as well be rubbish.
    const bytes = readFileSync(path)
    bytes.fill(0xaa, bytes.length >> 1, Math.floor(bytes.length * 0.9))
    writeFileSync(path, bytes)
    const found = await attributeTable(opened, question)
    expect(found.tables.map(({ table: one }) => toWireTable(one))).toEqual(
      expected.tables.map(({ table: one }) => toWireTable(one)),
    )
    expect(opened.stats().tables[0]).toMatchObject({ rowCount: ROWS, sortedBy: 'day' })
    await opened.close()
  })

  test('reads of the time only where windows begin and end', async () => {
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    const wide = {
      ...question,
      current: '[day] >= "1970-02-01" AND [day] < "1970-12-30"',
      compare: '[day] >= "1970-01-10" AND [day] < "1970-02-01"',
    }
    const bytes = readFileSync(path)
    // Days take four bytes a row in the file: those of the second batch, between the windows' ends.
    const second = bytes.indexOf(daysOf(65_536, 67_536))
    expect(second).toBeGreaterThan(0)
    bytes.fill(0xaa, second, second + 65_536 * 4)
    writeFileSync(path, bytes)
    const [found, expected] = await Promise.all([
      attributeTable(opened, wide),
      attributeTable(sales, wide),
    ])
    expect(found.tables.map(({ table: one }) => toWireTable(one))).toEqual(
      expected.tables.map(({ table: one }) => toWireTable(one)),
    )
    await opened.close()
  })

  test('answers requests at the same time, and after one that was aborted', async () => {
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    const controller = new AbortController()
    const reason = new Error('enough')
    const stopped = attributeTable(opened, question, { signal: controller.signal })
    controller.abort(reason)
    await expect(stopped).rejects.toBe(reason)
    const expected = await attributeTable(sales, question)
    const answers = await Promise.all([1, 2, 3].map(() => attributeTable(opened, question)))
    for (const found of answers) {
      expect(found.tables.map(({ table: one }) => toWireTable(one))).toEqual(
        expected.tables.map(({ table: one }) => toWireTable(one)),
      )
    }
    await opened.close()
  })

  test('answers conditions on small numbers in rows that are read later', async () => {
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    const filter = '[amount] >= 40'
    for (const month of ['01', '12']) {
      const asked = {
        ...question,
        filter,
        current: `[day] >= "1970-${month}-15" AND [day] < "1970-${month}-28"`,
        compare: `[day] >= "1970-${month}-01" AND [day] < "1970-${month}-15"`,
      }
      const [found, expected] = await Promise.all([
        attributeTable(opened, asked),
        attributeTable(sales, asked),
      ])
      expect(found.tables.map(({ table: one }) => toWireTable(one))).toEqual(
        expected.tables.map(({ table: one }) => toWireTable(one)),
      )
      expect(found.tables[1]!.table.numRows()).toBe(7)
    }
    await opened.close()
  })

  test('is written again from a snapshot, byte by byte the same', async () => {
    const again = join(folder, 'again.arrow')
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    await opened.write(again)
    await opened.close()
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true)
  })

  test('takes the place of the one before at once', async () => {
    await sales.write(path)
    const opened = await openSnapshot(path, { name: 'sales' })
    await createColumnarSource(table({ a: [1] })).write(path)
    await attributeTable(opened, question)
    await opened.close()
    const other = await openSnapshot(path)
    expect([...other.columnTypes()]).toEqual([['a', 'INT']])
    await other.close()
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 100)],
    ['cut to nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('day,shop,amount\n'.repeat(10))],
    [
      'without metadata of ours',
      () => Buffer.from(table({ a: [1] }).toArrowIPC({ format: 'file' })),
    ],
    [
      'overwritten at its end',
      (whole) => {
        const spoilt = Buffer.from(whole)
        spoilt.fill(0x7f, whole.length - 2000, whole.length - 10)
        return spoilt
      },
    ],
  ])('that is %s is a clear error', async (_, spoil) => {
    await sales.write(path)
    const spoilt = join(folder, 'spoilt.arrow')
    writeFileSync(spoilt, spoil(readFileSync(path)))
    await expect(openSnapshot(spoilt)).rejects.toMatchObject({
      code: 'ATTRIBUTION_TABLE_DAMAGED',
      message: expect.stringContaining(spoilt),
    })
  })

  test.each([
    [3, 'an earlier version'],
    [5, 'a later version'],
  ])('of version %s is a clear error', async (version, found) => {
    await sales.write(path)
    const other = join(folder, 'other.arrow')
    writeFileSync(other, withVersion(readFileSync(path), version))
    await expect(openSnapshot(other)).rejects.toMatchObject({
      code: 'ATTRIBUTION_TABLE_DAMAGED',
      message: expect.stringContaining(found),
    })
  })

  test('that is not there is the system’s error', async () => {
    await expect(openSnapshot(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('that cannot be written leaves nothing behind', async () => {
    await expect(sales.write(join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
