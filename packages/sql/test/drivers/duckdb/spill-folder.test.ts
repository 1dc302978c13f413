import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDuckDb, type DuckDb } from '../../../src/index.ts'

async function readSpillFolder(duckdb: DuckDb): Promise<string> {
  const text = `SELECT current_setting('temp_directory') AS path`
  const { columns } = await duckdb.run({ text, parameters: [] })
  const [column] = columns
  return column?.kind === 'text' ? String(column.values[0]) : ''
}

test('what an engine spills is in a folder of its own that only this user may open', async () => {
  const [first, second] = [await createDuckDb({ memoryLimit: '40MB' }), await createDuckDb()]
  try {
    const [path, other] = [await readSpillFolder(first), await readSpillFolder(second)]
    expect(path).not.toBe(other)
    for (const folder of [path, other]) expect(statSync(folder).mode & 0o777).toBe(0o700)
    const large = `SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY hash(i), i) AS n FROM range(4000000) t(i)) WHERE n > 1`
    let spilled = 0
    const watch = setInterval(() => {
      spilled = Math.max(spilled, readdirSync(path).length)
    }, 5)
    await first.run({ text: large, parameters: [] })
    clearInterval(watch)
    expect(spilled).toBeGreaterThan(0)
    expect(readdirSync(other)).toEqual([])
  } finally {
    await first.close()
    await second.close()
  }
}, 120_000)

test('no folder is left when an engine is closed, fails to open, or the process ends', async () => {
  const duckdb = await createDuckDb()
  const path = await readSpillFolder(duckdb)
  await duckdb.close()
  expect(existsSync(path)).toBe(false)

  // Other engines of the test run have their folders where this process has its own.
  const folder = mkdtempSync(join(tmpdir(), 'tributary-spill-test-'))
  try {
    const program = `import { readdirSync } from 'node:fs'
      import { createDuckDb } from '@tributary/sql'
      const list = () => readdirSync(process.env.TMPDIR)
      const failed = await createDuckDb({ path: '/dev/null/nowhere' }).catch(({ message }) => message)
      const afterFailure = list()
      await createDuckDb()
      console.log(JSON.stringify({ failed, afterFailure, open: list() }))
      process.exit(0)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
    })
    expect(JSON.parse(stdout)).toEqual({
      failed: expect.stringContaining('could not be opened'),
      afterFailure: [],
      open: [expect.stringMatching(/^tributary-duckdb-/)],
    })
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
