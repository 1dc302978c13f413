import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDuckDb, type DuckDb } from '../../../src/drivers/duckdb/duckdb.ts'
import { plain } from '../../../src/text/sql-statement.ts'
import { testDriver, testTransactions } from '../../support/driver-suite.ts'
import { DUCKDB } from '../../support/test-databases.ts'

describe('the driver of DuckDB', () => {
  testDriver(DUCKDB)
  testTransactions(DUCKDB)
})

let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-duckdb-test-'))
  duckdb = await createDuckDb({ threads: 2, memoryLimit: '500MB' })
})

afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true })
})

const query = (text: string) => duckdb.run({ text, parameters: [] })

describe('run', () => {
  test('binds every kind of constant with its own type', async () => {
    const types = Array.from({ length: 8 }, (_, i) => `typeof($${i + 1})`).join(', ')
    const values = '$2, $3, $6, $7, $8 IS NULL'
    const result = await duckdb.run({
      text: `SELECT ${types}, ${values}`,
      parameters: [
        { type: 'BOOLEAN', value: true },
        { type: 'STRING', value: "'; DROP TABLE x; --" },
        { type: 'INT', value: -(2n ** 63n) },
        { type: 'INT', value: 2n ** 63n },
        { type: 'DOUBLE', value: 0.1 },
        { type: 'DATE', value: -1 },
        { type: 'TIMESTAMP', value: -1n },
        { type: 'NULL', value: null },
      ],
    })
    const cells = result.columns.map((one) => (one.kind === 'exact' ? one.units : one.values)[0])
    expect(cells).toEqual([
      'BOOLEAN',
      'VARCHAR',
      'BIGINT',
      'HUGEINT',
      'DOUBLE',
      'DATE',
      'TIMESTAMP',
      '"NULL"',
      "'; DROP TABLE x; --",
      -(2n ** 63n),
      -1,
      -1n,
      true,
    ])
  })

  test('reads every kind of column over several chunks', async () => {
    const result = await query(
      `SELECT i::UTINYINT, i::HUGEINT * 100000000000000000000, (i / 4)::DECIMAL(20, 3), i + 0.5::FLOAT,
        DATE '1970-01-02', TIMESTAMP_NS '1970-01-01 00:00:01', i = 1, 'x' || i, [i]
       FROM (SELECT (range % 3)::INT AS i FROM range(5000)) WHERE i > 0 OR random() >= 0`,
    )
    expect(result.rowCount).toBe(5000)
    const second = result.columns.map((one) => (one.kind === 'exact' ? one.units : one.values)[1])
    expect(second).toEqual([1n, 10n ** 20n, 250n, 1.5, 1, 1_000_000n, true, 'x1', '[1]'])
    expect(result.columns.map((one) => one.kind)).toEqual([
      'exact',
      'exact',
      'exact',
      'double',
      'date',
      'timestamp',
      'boolean',
      'text',
      'text',
    ])
  })

  test.each([
    'SELECT x * 9223372036854775807 FROM range(3) AS t(x)',
    'SELECT -(x - 9223372036854775807 - 2) FROM range(3) AS t(x)',
    "SELECT TIMESTAMP '2001-01-01' + to_years(CAST(x + 999999999 AS INTEGER)) FROM range(3) AS t(x)",
    'SELECT CAST(x * 9999999999 AS INTEGER) FROM range(3) AS t(x)',
  ])('tells an expression that leaves its range from a failing engine: %s', async (text) => {
    await expect(query(text)).rejects.toMatchObject({ code: 'SQL_OUT_OF_RANGE' })
  })

  test('refuses a setting and an extension', async () => {
    await expect(query('SET threads = 1')).rejects.toThrow(/locked/)
    await expect(query("SELECT * FROM sqlite_scan('a', 'b')")).rejects.toThrow(/sqlite/)
  })
})

describe('registerFile', () => {
  const file = (table: string, path: string) => ({ catalog: 'shop', schema: 'files', table, path })
  const count = async (table: string) => {
    const { columns } = await query(`SELECT COUNT(*) FROM shop.files."${table}"`)
    return columns[0]?.kind === 'exact' ? columns[0].units[0] : null
  }

  test('registers a CSV as a table with a three-part name and reads its columns', async () => {
    const path = join(folder, 'sales.csv')
    await writeFile(path, 'day,amount,shop\n2001-05-01,1.5,A\n2001-05-02,2,B\n')
    await duckdb.registerFile(file('sales.csv', path))
    expect(await duckdb.columnsOf(['shop', 'files', 'sales.csv'])).toEqual([
      { name: 'day', type: 'DATE', valueType: 'DATE' },
      { name: 'amount', type: 'DOUBLE', valueType: 'DOUBLE' },
      { name: 'shop', type: 'VARCHAR', valueType: 'STRING' },
    ])
    expect(await count('sales.csv')).toBe(2n)
  })

  test('tells the columns of a file that is no table yet', async () => {
    const path = join(folder, 'unseen.csv')
    await writeFile(path, 'day,shop\n2001-05-01,7\n')
    expect(await duckdb.columnsOfFile({ path })).toMatchObject([
      { name: 'day', valueType: 'DATE' },
      { name: 'shop', valueType: 'INT' },
    ])
    expect(await duckdb.columnsOfFile({ path, columnTypes: { shop: 'STRING' } })).toMatchObject([
      { name: 'day', valueType: 'DATE' },
      { name: 'shop', valueType: 'STRING' },
    ])
    await expect(duckdb.columnsOf(['shop', 'files', 'unseen.csv'])).rejects.toThrow(/unseen/)
  })

  test('reads first rows to tell the columns of a file', async () => {
    const path = join(folder, 'broken.csv')
    await writeFile(path, 'n\n1\ntwo\n')
    await expect(duckdb.columnsOfFile({ path, columnTypes: { n: 'INT' } })).rejects.toMatchObject({
      code: 'SQL_FILE_UNREADABLE',
      details: { path },
    })
  })

  test('reads a changed file anew and replaces a file of the same name', async () => {
    const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
    await writeFile(first, 'x\n1\n')
    await duckdb.registerFile(file('numbers', first))
    await writeFile(first, 'x\n1\n2\n')
    expect(await count('numbers')).toBe(2n)
    await writeFile(second, 'x\n1\n2\n3\n')
    await duckdb.registerFile(file('numbers', second))
    expect(await count('numbers')).toBe(3n)
  })

  test('reads Parquet', async () => {
    const path = join(folder, 'ten.parquet')
    await query(`COPY (SELECT range AS n FROM range(10)) TO '${path}' (FORMAT parquet)`)
    await duckdb.registerFile(file('ten.parquet', path))
    expect(await count('ten.parquet')).toBe(10n)
  })

  test('reads a time with a zone on the wall of its own zone', async () => {
    const path = join(folder, 'zoned.parquet')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(
      `COPY (SELECT TIMESTAMPTZ '2024-01-31 20:00:00+00' AS moment) TO '${path}' (FORMAT parquet)`,
    )
    connection.closeSync()
    const tokyo = await createDuckDb({ timeZone: 'Asia/Tokyo' })
    await tokyo.registerFile({ catalog: 'c', schema: 's', table: 'zoned', path })
    const february = await tokyo.run({
      text: 'SELECT COUNT(*) FROM "c"."s"."zoned" WHERE date_trunc(\'month\', moment) = $1::TIMESTAMP',
      parameters: [{ type: 'TIMESTAMP', value: BigInt(Date.UTC(2024, 1, 1)) * 1000n }],
    })
    expect(february.columns[0]).toMatchObject({ units: [1n] })
    await tokyo.close()
  })

  test('reads the columns of a CSV as the types that are given', async () => {
    const path = join(folder, 'codes.csv')
    await writeFile(path, "code,it's\n007,\n07,\n")
    const name = { catalog: 'c', schema: 's', table: 'codes' }
    await duckdb.registerFile({ ...name, path, columnTypes: { code: 'STRING', "it's": 'INT' } })
    expect(await duckdb.columnsOf(['c', 's', 'codes'])).toMatchObject([
      { name: 'code', valueType: 'STRING' },
      { name: "it's", valueType: 'INT' },
    ])
    const wrong = duckdb.registerFile({ ...name, path, columnTypes: { code: 'DATE' } })
    await expect(wrong).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
  })

  test('refuses a fraction where a CSV should have whole numbers, and does not round it', async () => {
    const path = join(folder, 'whole.csv')
    const columnTypes = { k: 'STRING', "it's": 'INT' } as const
    const register = (...cells: readonly string[]) =>
      writeFile(path, `k,it's\n${cells.map((cell) => `a,${cell}\n`).join('')}`).then(() =>
        duckdb.registerFile({ ...file('whole', path), columnTypes }),
      )
    const values = async () => (await query(`SELECT "it's" FROM shop.files.whole`)).columns[0]
    await register('7', '-8', '', '""', '1e3', '2.0', '1.5e1', '9223372036854775807')
    expect(await values()).toEqual({
      kind: 'exact',
      scale: 0,
      units: [7n, -8n, null, null, 1000n, 2n, 15n, 9_223_372_036_854_775_807n],
    })
    const message =
      /row \d+, column "it's": expected a whole number, found "1\.5"\. Declare type: DOUBLE/
    await expect(register('7', '1.5')).rejects.toThrow(message)
    await expect(register('15e-1')).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
    await register(...Array.from({ length: 5_000 }, () => '7'), '1.5')
    await expect(values()).rejects.toThrow(message)
  })

  test('reads apostrophes in a CSV as plain characters', async () => {
    const path = join(folder, 'apostrophes.csv')
    await writeFile(path, 'id,name\n1,x\n2,\'s Gravenhage\n3,James\'\n4,y\n5,"a, b"\n')
    await duckdb.registerFile({ ...file('apostrophes', path), columnTypes: { id: 'INT' } })
    const { columns } = await query('SELECT id, name FROM shop.files.apostrophes ORDER BY id')
    expect(columns[1]).toMatchObject({ values: ['x', "'s Gravenhage", "James'", 'y', 'a, b'] })
  })

  test('says which value of a CSV is not of its type', async () => {
    const path = join(folder, 'wrong.csv')
    await writeFile(path, 'day,n\n2024-01-01,1\n2024-13-01,x\n')
    const register = (columnTypes: Readonly<Record<string, ValueType>>) =>
      duckdb.registerFile({ ...file('wrong', path), columnTypes })
    await expect(register({ day: 'DATE' })).rejects.toThrow(
      /row 2, column "day": expected a date such as 2024-01-31, found "2024-13-01"/,
    )
    await expect(register({ n: 'INT' })).rejects.toThrow(
      /row 2, column "n": expected a whole number, found "x"/,
    )
  })

  test('reads times of a CSV with a zone on the wall of its own zone, and others as they stand', async () => {
    const berlin = await createDuckDb({ timeZone: 'Europe/Berlin', threads: 1 })
    const path = join(folder, 'moments.csv')
    // At half past two there was no such time in Berlin on that day.
    await writeFile(
      path,
      'zoned,plain\n2024-01-31T23:30:00Z,2024-03-31 02:30:00\n2024-06-01T00:00:00-02:00,\n',
    )
    const columnTypes = { zoned: 'TIMESTAMP', plain: 'TIMESTAMP' } as const
    await berlin.registerFile({ ...file('moments', path), columnTypes })
    const text = 'SELECT CAST(zoned AS TIMESTAMP) AS zoned, plain FROM shop.files.moments'
    const { columns } = await berlin.run({ text, parameters: [] })
    const micros = (moment: string) => BigInt(Date.parse(moment)) * 1000n
    expect(columns).toMatchObject([
      { values: [micros('2024-02-01T00:30:00Z'), micros('2024-06-01T04:00:00Z')] },
      { values: [micros('2024-03-31T02:30:00Z'), null] },
    ])
    await berlin.close()
  })

  test('takes quotes, pattern characters and SQL in names and paths as they are', async () => {
    const hostile = `a[1]*?'; DROP SCHEMA files; --.csv`
    await writeFile(join(folder, hostile), 'x\n1\n')
    const table = `t"; DROP SCHEMA "files`
    await duckdb.registerFile({
      catalog: 'ca"t',
      schema: 's"c',
      table,
      path: join(folder, hostile),
    })
    expect(await duckdb.columnsOf(['ca"t', 's"c', table])).toEqual([
      { name: 'x', type: 'BIGINT', valueType: 'INT' },
    ])
  })

  test('reads the one file of a path that looks like a pattern', async () => {
    await writeFile(join(folder, 'part*.csv'), 'x\n1\n')
    await writeFile(join(folder, 'part2.csv'), 'x\n2\n')
    await duckdb.registerFile(file('part', join(folder, 'part*.csv')))
    expect(await count('part')).toBe(1n)
  })

  test('names a missing, damaged or unknown file', async () => {
    const damaged = join(folder, 'damaged.parquet')
    await writeFile(damaged, 'not parquet')
    for (const path of [join(folder, 'none.csv'), damaged, join(folder, 'notes.doc')]) {
      const failure = await duckdb.registerFile(file('bad', path)).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'SQL_FILE_UNREADABLE', details: { path } })
      const asked = await duckdb.columnsOfFile({ path }).catch((error: unknown) => error)
      expect(asked).toMatchObject({ code: 'SQL_FILE_UNREADABLE', details: { path } })
    }
    await expect(duckdb.columnsOf(['shop', 'files', 'bad'])).rejects.toThrow(/bad/)
  })

  test('refuses two files whose names differ only in case', async () => {
    const path = join(folder, 'case.csv')
    await writeFile(path, 'x\n1\n')
    await duckdb.registerFile(file('Case', path))
    await expect(duckdb.registerFile(file('case', path))).rejects.toMatchObject({
      code: 'SQL_NAME_TAKEN',
    })
  })

  test('registers many files at once', async () => {
    const path = join(folder, 'many.csv')
    await writeFile(path, 'x\n1\n')
    const tables = Array.from({ length: 12 }, (_, i) => `many ${i}`)
    await Promise.all(tables.map((table) => duckdb.registerFile(file(table, path))))
    expect(await Promise.all(tables.map(count))).toEqual(tables.map(() => 1n))
  })
})

describe('a database', () => {
  test('is kept in its file', async () => {
    const path = join(folder, 'kept.duckdb')
    const first = await createDuckDb({ path })
    await first.run({ text: 'CREATE TABLE kept AS SELECT 7 AS n', parameters: [] })
    await first.close()
    const second = await createDuckDb({ path })
    expect(await second.columnsOf(['kept'])).toEqual([
      { name: 'n', type: 'INTEGER', valueType: 'INT' },
    ])
    await second.close()
  })

  test('that cannot be opened says why', async () => {
    await expect(
      createDuckDb({ path: join(folder, 'no', 'such', 'folder.duckdb') }),
    ).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
    })
    await expect(createDuckDb({ memoryLimit: 'plenty' })).rejects.toThrow(/plenty/)
  })
})

test('rejects with SQL_OUT_OF_MEMORY when a query exceeds the memory limit', async () => {
  const small = await createDuckDb({ memoryLimit: '16MiB', threads: 1 })
  try {
    const statement = plain('SELECT length(list(i)) FROM range(20000000) AS numbers(i)')
    await expect(small.run(statement)).rejects.toMatchObject({ code: 'SQL_OUT_OF_MEMORY' })
    const { columns } = await small.run(plain('SELECT 1::BIGINT'))
    expect(columns).toEqual([{ kind: 'exact', scale: 0, units: [1n] }])
  } finally {
    await small.close()
  }
})
