import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { attributeTable } from '../../../src/attribute/attribute-table.ts'
import {
  type LoadedTable,
  loadColumns,
  readLoadedTable,
} from '../../../src/columnar/load/load-table.ts'
import { createColumnarSource } from '../../../src/columnar/source/columnar-source.ts'
import { toWireTable } from '../../../src/tables/answer.ts'

const data = {
  day: ['2024-06-01', '2024-05-01', '2024-06-02'],
  shop: ['a', 'b', null],
  amount: [10, 20.5, 40],
}
const options = { name: 'sales', time: 'day', types: { day: 'DATE', amount: 'DECIMAL' } } as const
const question = {
  metric: { sum: '[amount]' },
  dimensions: ['shop'],
  current: '[day] >= "2024-06-01"',
  compare: '[day] < "2024-06-01"',
}

async function tableFrom(source: Parameters<typeof attributeTable>[0]) {
  return toWireTable((await attributeTable(source, question)).tables[1]!.table)
}

test('a table that is loaded answers like its data, also after it was posted to another thread', async () => {
  const loaded = loadColumns(data, options)
  const expected = await tableFrom(createColumnarSource(data, options))
  expect(await tableFrom(createColumnarSource(loaded, { name: 'sales' }))).toEqual(expected)

  const { port1, port2 } = new MessageChannel()
  port1.postMessage(loaded)
  const [posted] = (await once(port2, 'message')) as [LoadedTable]
  port1.close()
  expect(await tableFrom(createColumnarSource(posted, { name: 'sales' }))).toEqual(expected)
  const bufferOf = (table: LoadedTable) => {
    const column = readLoadedTable(table).columns.get('amount')!
    return column.kind === 'floats' ? column.values.buffer : null
  }
  // The same memory, not a copy of it.
  const numbers = new Float64Array(bufferOf(loaded)!)
  numbers[0] = 123
  expect(new Float64Array(bufferOf(posted)!)[0]).toBe(123)
})

test('a loaded table reports its bytes, and loading stops beyond the memory budget', () => {
  const loaded = loadColumns(data, options)
  expect(createColumnarSource(loaded).stats().bytes).toBe(loaded.bytes)
  expect(() => loadColumns(data, { ...options, maxBytes: loaded.bytes - 1 })).toThrow(
    expect.objectContaining({ code: 'ATTRIBUTION_MEMORY_BUDGET' }),
  )
})

test('plain data with columns called "kind" and "table" is not taken for a loaded table', () => {
  const source = createColumnarSource({ kind: ['loaded'], table: ['x'] })
  expect([...source.columnTypes().keys()]).toEqual(['kind', 'table'])
})
