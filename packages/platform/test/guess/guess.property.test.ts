import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readWorkspace } from '@tributary/catalog'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { inspectFiles } from '../../src/guess/inspect-files.ts'
import { writeGuess } from '../../src/guess/write-guess.ts'
import { findSourceFindings } from '../../src/sources/source-findings.ts'

let home: string
let duckdb: DuckDb

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-guess-'))
  duckdb = await createDuckDb({ threads: 1 })
})

afterAll(async () => {
  await duckdb.close()
  // A run that the budget of time interrupts may still write.
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

const ROWS = 6

const plainText = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).filter((text) => !/\p{Cc}/u.test(text))

const headers = fc.oneof(
  fc.constantFrom(
    ...[
      'id',
      'customer_id',
      'Order Date',
      'day',
      'année',
      '价格',
      'Выручка',
      'select',
      'metric_time',
    ],
    ...['x__month', "it's", '[a]', 'a/b', '', 'Price', 'zip', 'Umsatz €', 'ts', 'year', 'quantity'],
    ...['unit price', 'is_new', 'population', 'rate', 'period'],
  ),
  plainText(12),
)

/** Values of a column, all of one kind or of several. */
const values = fc.oneof(
  ...[
    fc.integer().map(String),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    fc.constantFrom('0', '1'),
    fc.constantFrom('2024-01-01', '2024-02-01', '2024-03-01', '0000-00-00', '9999-12-31', 'Total'),
    fc.constantFrom('31.01.2024', '01.02.2024', '5.3.2023'),
    fc.constantFrom('1704240000', '1706918400', '45292', '202401', '2024'),
    fc.constantFrom('2024Q1', '2024-W05', 'Jan-24', '3. Januar 2024', '1/2/2023, 12:33 PM'),
    fc.constantFrom('2024-01-31T23:30:00-05:00', '2024-02-01 00:30:00', '2024-02-01T00:30Z'),
    fc.constantFrom('1,50', '2.000,75', '3', '0,234', '1.234', '-7', '−5'),
    fc.constantFrom('$1,500.00', '($12.30)', '-$5', '€7', '45%', '12.30-', '1 234,50', '5 kg'),
    fc.constantFrom('', 'NA', '-', '1.5', 'true', 'FALSE', '007', '1e400', 'nan', '1e5', '#N/A'),
    fc.double().map(String),
    plainText(6),
  ].map((value) => fc.array(value, { minLength: ROWS, maxLength: ROWS })),
)

/** A file by its ending, and its text. */
interface RandomFile {
  readonly ending: string
  readonly text: string
}

const cells = fc.array(fc.tuple(headers, values), { minLength: 1, maxLength: 6 })
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

const csvFiles: fc.Arbitrary<RandomFile> = fc
  .record({
    columns: cells,
    delimiter: fc.constantFrom(',', ';', '\t'),
    before: fc.constantFrom('', '', '', 'A report\n', 'sep=;\n'),
    after: fc.constantFrom('', '', '', '\nend of report', '\n\n'),
    hasHeader: fc.boolean(),
  })
  .map(({ columns, delimiter, before, after, hasHeader }) => {
    const rows = Array.from({ length: ROWS }, (_, i) => columns.map(([, column]) => column[i]!))
    const lines = hasHeader ? [columns.map(([name]) => name), ...rows] : rows
    const text = lines.map((line) => line.map(quote).join(delimiter)).join('\n')
    return { ending: 'csv', text: before + text + after }
  })

const jsonFiles: fc.Arbitrary<RandomFile> = fc
  .tuple(
    fc.array(
      fc.tuple(
        headers,
        fc.array(
          fc.oneof(
            fc.string({ maxLength: 6 }),
            fc.integer(),
            fc.double(),
            fc.boolean(),
            fc.constant(null),
            fc.constantFrom([1], { a: 1 }, '12', '2024-01-01'),
          ),
          { minLength: ROWS, maxLength: ROWS },
        ),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    fc.boolean(),
  )
  .map(([columns, isList]) => {
    const objects = Array.from({ length: ROWS }, (_, i) =>
      JSON.stringify(Object.fromEntries(columns.map(([name, column]) => [name || 'x', column[i]]))),
    )
    return isList
      ? { ending: 'json', text: `[${objects.join(',')}]` }
      : { ending: 'ndjson', text: objects.join('\n') }
  })

/** A column of every type that a Parquet file may have, as SQL of the number i of the row. */
const PARQUET_COLUMNS = [
  ...['TINYINT', 'UTINYINT', 'SMALLINT', 'INTEGER', 'UINTEGER', 'BIGINT', 'UBIGINT', 'HUGEINT'],
  ...['FLOAT', 'DOUBLE', 'DECIMAL(18,2)', 'DECIMAL(38,0)', 'VARCHAR', 'BOOLEAN'],
]
  .map((type) => `CAST(i % 7 AS ${type})`)
  .concat([
    'uuid()',
    "CAST(['a','b'][i % 2 + 1] AS ENUM('a','b'))",
    "DATE '2024-01-01' + CAST(i AS INTEGER)",
    "CAST(DATE '2024-01-01' + CAST(i AS INTEGER) AS VARCHAR)",
    "strftime(TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR, '%Y-%m-%d %H:%M:%S')",
    "strftime(DATE '2024-01-01' + CAST(i AS INTEGER), '%d.%m.%Y')",
    "TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR",
    "CAST(TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS TIMESTAMP_NS)",
    "CAST(TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS TIMESTAMP_S)",
    "CAST(TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS TIMESTAMPTZ)",
    "TIME '10:00:00'",
    'INTERVAL (i) DAY',
    "encode('x')",
    '[i, i]',
    "{'a': i}",
    "MAP {'a': i}",
    "CAST('[1]' AS JSON)",
    'CAST(1704240000 + i AS BIGINT)',
    'CAST(1704240000000 + i AS BIGINT)',
    'CAST(202401 + i % 3 AS INTEGER)',
    'CAST(20240101 + i % 3 AS INTEGER)',
    'CAST(2020 + i % 3 AS SMALLINT)',
    'CAST(45292 + i AS DOUBLE)',
    'CAST(i % 2 AS INTEGER)',
    'NULL::VARCHAR',
    'NULL::INTEGER',
    "CASE WHEN i % 3 = 0 THEN '-' ELSE '5' END",
  ])

const parquetTables = fc.uniqueArray(
  fc.tuple(
    headers.map((name) => name.trim() || 'x'),
    fc.constantFrom(...PARQUET_COLUMNS),
  ),
  { minLength: 1, maxLength: 8, selector: ([name]) => name.toLowerCase() },
)

async function writeParquet(
  path: string,
  columns: readonly (readonly [string, string])[],
): Promise<void> {
  const select = columns.map(([name, sql]) => `${sql} AS ${quote(name)}`).join(', ')
  const text = `COPY (SELECT ${select} FROM range(0, 40) AS r(i)) TO '${path}' (FORMAT PARQUET)`
  await duckdb.run({ text, parameters: [] })
}

/** A table of a DuckDB file, with columns of the types of a Parquet file. */
async function writeDuckDb(
  path: string,
  columns: readonly (readonly [string, string])[],
): Promise<void> {
  const file = await createDuckDb({ path, threads: 1 })
  try {
    const select = columns.map(([name, sql]) => `${sql} AS ${quote(name)}`).join(', ')
    const text = `CREATE TABLE rows AS SELECT ${select} FROM range(0, 40) AS r(i)`
    await file.run({ text, parameters: [] })
  } finally {
    await file.close()
  }
}

const storedValues = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  plainText(6),
  fc.constantFrom('2024-01-01', '2024-02-01', '007', '12', 'NA'),
  fc.uint8Array({ maxLength: 3 }),
)

/** Columns of SQLite, whose values may be of any kind in each row. */
const sqliteTables = fc.uniqueArray(
  fc.tuple(
    headers.map((name) => name.trim() || 'x'),
    fc.oneof(
      fc.array(storedValues, { minLength: ROWS, maxLength: ROWS }),
      values.map((column): readonly unknown[] => column),
    ),
  ),
  { minLength: 1, maxLength: 4, selector: ([name]) => name.toLowerCase() },
)

type SqliteColumns = readonly (readonly [string, readonly unknown[]])[]

function writeSqlite(path: string, columns: SqliteColumns): void {
  const database = new DatabaseSync(path)
  const names = columns.map(([name]) => quote(name)).join(', ')
  database.exec(`CREATE TABLE "rows" (${names})`)
  const insert = database.prepare(
    `INSERT INTO "rows" VALUES (${columns.map(() => '?').join(', ')})`,
  )
  for (let i = 0; i < ROWS; i++) insert.run(...columns.map(([, column]) => column[i] as string))
  database.close()
}

const sheetValues = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  plainText(6),
  fc.date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
)

/** Sheets of a workbook, with titles above the names or without, and values of any kind in each cell. */
const sheets = fc.record({
  columns: fc.array(
    fc.tuple(
      headers,
      fc.oneof(
        fc.array(sheetValues, { minLength: ROWS, maxLength: ROWS }),
        values.map((column): readonly (string | null)[] => column),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  title: fc.constantFrom(null, 'A report'),
  indent: fc.nat({ max: 2 }),
})

/** Writes the guessed workspace of the files of a folder, and asks it for everything. */
async function assertAskable(root: string, files: readonly string[]): Promise<void> {
  const folder = join(root, 'workspace')
  await mkdir(folder)
  const inspection = await inspectFiles({ tenant: 'demo', root, files, onProgress: () => {} })
  for (const { file, text } of writeGuess(inspection, folder)) await writeFile(file, text)
  const { workspace, problems } = await readWorkspace(folder)
  expect(problems).toEqual([])
  const findings = await findSourceFindings(workspace!)
  expect(findings.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  const count = files.length - inspection.unread.length
  expect(workspace!.datasets).toHaveLength(count)
  const platform = await createPlatform({ workspace: workspace!, trustIdentityHeaders: true })
  try {
    const who = { tenantId: 'demo', authType: 'ACCOUNT', authValue: 'owner' } as const
    const caller = platform.as(await platform.authenticate(who))
    for (const metric of workspace!.metrics) {
      const own = workspace!.dimensions.find(
        ({ dataset }) => 'dataset' in metric && dataset === metric.dataset,
      )
      const dimensions = own === undefined ? [] : [own.name]
      await caller.queryMetrics({ metrics: [metric.name], dimensions })
    }
  } finally {
    await platform.close()
  }
}

test('whatever files are given, the workspace that is written is right, and each of its metrics can be asked', async () => {
  let turn = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(csvFiles, csvFiles, jsonFiles), { maxLength: 2 }),
      parquetTables,
      async (texts, columns) => {
        const root = join(home, String(turn++))
        await mkdir(root)
        const files: string[] = ['parquet_table.parquet']
        await writeParquet(join(root, files[0]!), columns)
        for (const [i, { ending, text }] of texts.entries()) {
          files.push(`text_${'ab'[i]}.${ending}`)
          await writeFile(join(root, files.at(-1)!), text)
        }
        await assertAskable(root, files)
        await rm(root, { recursive: true })
      },
    ),
    { numRuns: process.env['TRIBUTARY_LONG'] === '1' ? 300 : 12, endOnFailure: true },
  )
}, 1_500_000)

test('the tables of databases and the sheets of workbooks give a workspace that can be asked', async () => {
  let turn = 0
  await fc.assert(
    fc.asyncProperty(
      parquetTables,
      sqliteTables,
      sheets,
      async (duckdbColumns, sqliteColumns, { columns, title, indent }) => {
        const root = join(home, `tables-${turn++}`)
        await mkdir(root)
        await writeDuckDb(join(root, 'a.duckdb'), duckdbColumns)
        writeSqlite(join(root, 'b.sqlite'), sqliteColumns)
        const rows = [
          columns.map(([name]) => name),
          ...Array.from({ length: ROWS }, (_, i) => columns.map(([, column]) => column[i]!)),
        ].map((row) => [...Array.from({ length: indent }, () => null), ...row])
        const before = title === null ? [] : [[title], []]
        const workbook = await writeXlsx({ sheets: [{ name: 'Rows', rows: [...before, ...rows] }] })
        await writeFile(join(root, 'c.xlsx'), workbook)
        await assertAskable(root, ['a.duckdb', 'b.sqlite', 'c.xlsx'])
        await rm(root, { recursive: true })
      },
    ),
    { numRuns: process.env['TRIBUTARY_LONG'] === '1' ? 300 : 10, endOnFailure: true },
  )
}, 1_500_000)
