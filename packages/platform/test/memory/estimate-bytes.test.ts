import { createDuckDb } from '@tributary/sql'
import { expect, test } from 'vitest'
import { estimateBytes } from '../../src/memory/load-job.ts'
import { folderOf } from '../support/shop.ts'

test('the estimate counts numbers, codes and texts of the requested columns', async () => {
  const lines = Array.from(
    { length: 1_000 },
    (_, row) => `${row % 10},text ${row % 4},unused ${row}`,
  )
  const { folder, remove } = await folderOf({ 't.csv': ['n,s,u', ...lines, ''].join('\n') })
  const engine = await createDuckDb()
  try {
    const file = { catalog: 'a', schema: 'b', table: 'c', path: `${folder}/t.csv` }
    await engine.registerFile(file)
    const table = ['a', 'b', 'c']
    expect(await estimateBytes(engine, table, ['n'])).toBe(1_000 * 8)
    expect(await estimateBytes(engine, table, ['n', 's'])).toBe(1_000 * 12 + 4 * (24 + 2 * 6))
    expect(await estimateBytes(engine, table, ['u'])).toBeGreaterThan(1_000 * 30)
  } finally {
    await engine.close()
    await remove()
  }
})

test('a table without rows takes nothing', async () => {
  const { folder, remove } = await folderOf({ 't.csv': 'n,s\n' })
  const engine = await createDuckDb()
  try {
    await engine.registerFile({ catalog: 'a', schema: 'b', table: 'c', path: `${folder}/t.csv` })
    expect(await estimateBytes(engine, ['a', 'b', 'c'], ['n', 's'])).toBe(0)
  } finally {
    await engine.close()
    await remove()
  }
})
