import { mkdir, mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileToRead } from '../../../../src/drivers/duckdb/files/file-table.ts'
import { createDuckDb, type DuckDb } from '../../../../src/index.ts'

let folder: string
let duckdb: DuckDb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-files-'))
  duckdb = await createDuckDb({ threads: 1, timeZone: 'Europe/Berlin' })
})

afterAll(async () => {
  await duckdb.close()
  await rm(folder, { recursive: true, force: true })
})

const TABLE = { catalog: 'c', schema: 's', table: 't' }

/** The rows of files as texts, one row a text. */
async function rowsOf(path: string, how: Omit<FileToRead, 'path'> = {}): Promise<unknown> {
  await duckdb.registerFile({ ...TABLE, path: join(folder, path), ...how })
  const names = (await duckdb.columnsOf(['c', 's', 't'])).map(
    ({ name }) => `"${name.replaceAll('"', '""')}"`,
  )
  const text = `SELECT concat_ws('|', ${names.map((one) => `coalesce(CAST(${one} AS VARCHAR), '-')`)}) FROM c.s.t`
  const { columns } = await duckdb.run({ text, parameters: [] })
  return columns[0]?.kind === 'text' ? columns[0].values : null
}

async function written(path: string, content: string | Buffer): Promise<string> {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), content)
  return path
}

describe('a CSV', () => {
  test.each([
    ['quoted line breaks and quotes', 'a,b\n"x\ny","say ""hi"""\n', ['x\ny|say "hi"']],
    ['a quoted line break in the header', '"a\nb",c\n1,2\n', ['1|2']],
    ['a byte order mark', '\ufeffa,b\n1,2\n', ['1|2']],
    ['names that are there twice, or not at all', 'a,A,,a\n1,2,3,4\n', ['1|2|3|4']],
    ['names that are words of SQL', 'select,from,"order by"\n1,2,3\n', ['1|2|3']],
    ['lines before the header', '\n\na,b\n1,2\n', ['1|2']],
    ['old line ends', 'a,b\r1,2\r', ['1|2']],
    ['a header alone', 'a,b\n', []],
    ['other quotes', "a,b\n'x,y'\n", ["'x|y'"]],
    ['codes', 'a\n007\n1e3\n', ['007', '1e3']],
    ['semicolons beside commas', '"a, b";day\n1;2,5\n', ['1|2,5']],
    ['bars', 'a|b\n1|2\n', ['1|2']],
    ['nothing in a column', 'a,b\n,1\n,2\n', ['-|1', '-|2']],
  ])('with %s', async (_, text, rows) => {
    expect(await rowsOf(await written('one.csv', text))).toEqual(rows)
  })

  test('of 500 columns', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `c${i}`)
    const path = await written('wide.csv', `${names.join()}\n${names.map((_, i) => i).join()}\n`)
    expect(await rowsOf(path)).toEqual([names.map((_, i) => i).join('|')])
  })

  test('without a header, after lines of something else', async () => {
    const path = await written('bare.csv', 'Report of May\n\n1;x\n2;y\n')
    const format = { header: false, skipRows: 1 }
    expect(await rowsOf(path, { format })).toEqual(['1|x', '2|y'])
    const columns = await duckdb.columnsOf(['c', 's', 't'])
    expect(columns.map(({ name }) => name)).toEqual(['column0', 'column1'])
  })

  test.each([
    ['a line with too few cells', 'a,b\n1,2\n3\n', /line 3: expected 2 cells, found 1/],
    ['a line with too many', 'a,b\n1,2\n3,4,5\n', /line 3: expected 2 cells, found 3/],
    ['a quote that is not closed', 'a,b\n1,"x\n2,y\n', /line 2: a quote is not closed/],
    [
      'bytes of another encoding',
      Buffer.from('a,b\n1,caf\xe9\n', 'latin1'),
      /line 2 is not in UTF-8\. Name the encoding/,
    ],
    ['nothing', '', /it is empty: expected a row with the names/],
  ])('with %s is refused', async (_, content, message) => {
    const path = await written('wrong.csv', content)
    await expect(rowsOf(path)).rejects.toThrow(message)
    await expect(rowsOf(path)).rejects.toMatchObject({
      code: 'SQL_FILE_UNREADABLE',
      details: { path: join(folder, path) },
    })
  })
})

describe('a value that does not fit', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `2024-01-01,${i}.50`)
  const columnTypes = { day: 'DATE', amount: { type: 'DECIMAL', scale: 2 } } as const

  test.each([
    ['amount', '1,50', 'found "1,50". Declare source.format.decimal: ","'],
    ['amount', '1.505', 'at most 2 digits after the point, found "1.505". Declare type: DOUBLE'],
    ['amount', 'x', 'found "x". Mend the value'],
    ['day', '31.01.2024', 'found "31.01.2024". Declare format: dd.MM.yyyy;'],
    ['day', '01/02/2024', 'Declare format: dd/MM/yyyy or MM/dd/yyyy;'],
  ])('is named in %s: %s', async (column, value, message) => {
    const cells = column === 'day' ? [value, '1'] : ['2024-01-01', `"${value}"`]
    const path = await written('late.csv', `day,amount\n${[...lines, cells].join('\n')}\n`)
    await expect(rowsOf(path, { columnTypes })).rejects.toThrow(`row 3001, column "${column}"`)
    await expect(rowsOf(path, { columnTypes })).rejects.toThrow(message)
  })

  test.each([
    ['.', '1e400'],
    ['.', '-1e400'],
    [',', '1e400'],
  ])('is named with decimal %s: %s, which no DOUBLE is', async (decimal, value) => {
    const path = await written('vast.csv', `a;b\n1;inf\n${value};1\n`)
    const how = { columnTypes: { a: 'DOUBLE', b: 'DOUBLE' }, format: { decimal } } as const
    await expect(rowsOf(path, how)).rejects.toThrow(
      `row 2, column "a": expected a number, found "${value}"`,
    )
  })

  test('is skipped, like a line of the wrong length, up to maxBadRows', async () => {
    const path = await written(
      'some.csv',
      'day,amount\n2024-01-01,1\nx,2\n2024-01-03\n2024-01-04,4\n',
    )
    const rows = (maxBadRows: number) => rowsOf(path, { columnTypes, format: { maxBadRows } })
    expect(await rows(2)).toEqual(['2024-01-01|1.00', '2024-01-04|4.00'])
    expect(duckdb.badRowsOf(['c', 's', 't'])).toBe(2)
    await expect(rows(1)).rejects.toThrow(/2 rows of .* do not fit and at most 1 may be left out/)
  })
})

describe('dates and times', () => {
  test.each([
    ['Jan 1 2000', { type: 'DATE', pattern: 'MMM d yyyy' }, '2000-01-01'],
    ['1.2.99', { type: 'DATE', pattern: 'dd.MM.yy' }, '1999-02-01'],
    ['2000', { type: 'DATE', pattern: 'yyyy' }, '2000-01-01'],
    ['2/1/2000 1:05 PM', { type: 'TIMESTAMP', pattern: 'M/d/yyyy h:mm a' }, '2000-02-01 13:05:00'],
    ['1577836800', { type: 'TIMESTAMP', pattern: 'unix' }, '2020-01-01 01:00:00+01'],
    ['1577836800123', { type: 'TIMESTAMP', pattern: 'unix-ms' }, '2020-01-01 01:00:00.123+01'],
    [
      '2020-01-01T00:00Z',
      { type: 'TIMESTAMP', pattern: "yyyy-MM-dd'T'HH:mmXXX" },
      '2020-01-01 01:00:00+01',
    ],
    ['2020-01-01T00:00:00', { type: 'DATE' }, '2020-01-01'],
    ['2020-1-5', { type: 'DATE' }, '2020-01-05'],
  ] as const)('%s', async (text, reading, value) => {
    const path = await written('time.csv', `t\n"${text}"\n`)
    expect(await rowsOf(path, { columnTypes: { t: reading } })).toEqual([value])
  })

  test.each([
    ['31.02.2020', { type: 'DATE', pattern: 'dd.MM.yyyy' }],
    ['2020-01-01 10:00:00', { type: 'DATE' }],
    ['infinity', { type: 'DATE' }],
    ['99999999999999999', { type: 'TIMESTAMP', pattern: 'unix' }],
  ] as const)('%s is none', async (text, reading) => {
    const path = await written('time.csv', `t\n"${text}"\n`)
    await expect(rowsOf(path, { columnTypes: { t: reading } })).rejects.toThrow(/row 1, column "t"/)
  })

  test('with a zone after times without one are refused', async () => {
    const plain = Array.from({ length: 1500 }, () => '2020-01-01 10:00:00')
    const path = await written('mixed.csv', `t\n${plain.join('\n')}\n2020-01-01 10:00:00Z\n`)
    await expect(rowsOf(path, { columnTypes: { t: 'TIMESTAMP' } })).rejects.toThrow(/row 1501/)
  })
})

describe('several files', () => {
  test('are one table, whatever their layouts and encodings', async () => {
    await written('daily/2024-01-01.csv', 'shop,amount\nCafé,"1,5"\n')
    await written('daily/2024-01-02.csv', Buffer.from('amount;shop\n2,5;Caf\xe9\n', 'latin1'))
    await written('daily/2024-01-03.csv.gz', gzipSync('shop,amount\nBar,3\n'))
    await written('daily/2024-01-04.csv', '')
    const how: Omit<FileToRead, 'path'> = {
      isPattern: true,
      format: { encoding: ['utf-8', 'windows-1252'], decimal: ',', fileColumn: 'day' },
      columnTypes: {
        shop: 'STRING',
        amount: 'DECIMAL',
        day: { type: 'DATE', pattern: "yyyy-MM-dd'.csv'" },
      },
    }
    expect(await rowsOf('daily/*.csv', how)).toEqual([
      'Café|1.50|2024-01-01',
      'Café|2.50|2024-01-02',
    ])
    const before = await duckdb.versionOf(['c', 's', 't'])
    const late = await written('daily/2024-01-05.csv', 'shop,amount\nNew,4\n')
    expect(await duckdb.versionOf(['c', 's', 't'])).not.toBe(before)
    await unlink(join(folder, late))
    expect(await duckdb.versionOf(['c', 's', 't'])).toBe(before)
    const plain = { ...how, format: { decimal: ',', fileColumn: 'day' } }
    await expect(rowsOf('daily/*.csv', plain)).rejects.toThrow(
      /2024-01-02\.csv cannot be read: line 2 is not in UTF-8/,
    )
    await written('daily/2024-01-06.csv', 'shop,total\nNew,4\n')
    await expect(rowsOf('daily/*.csv', how)).rejects.toThrow(
      /2024-01-06\.csv cannot be read: it has no column "amount"/,
    )
    await expect(rowsOf('none/*.csv', how)).rejects.toThrow(/no file matches the pattern/)
  })
})

describe('JSON', () => {
  test.each([
    [
      'j.json',
      '[{"a": 12.50, "b": {"c": [1]}}, {"a": null, "d": true}]',
      ['12.50|{"c":[1]}|-', '-|-|true'],
    ],
    ['j.json', '{"a": 1}\n{"a": 2}\n', ['1', '2']],
    ['j.ndjson', '\ufeff{"a": "x"}\n\n{"b": 1e3}\n', ['x|-', '-|1000']],
    ['j.jsonl', '{"select": 1, "a b": ""}\n', ['1|-']],
  ])('%s: %s', async (name, text, rows) => {
    const columnTypes = name === 'j.json' && text[0] === '[' ? { a: 'DECIMAL' as const } : {}
    expect(await rowsOf(await written(name, text), { columnTypes })).toEqual(rows)
  })

  test('that is broken is refused', async () => {
    const path = await written('broken.json', '[{"a": 1}, {"a":')
    await expect(rowsOf(path)).rejects.toMatchObject({ code: 'SQL_FILE_UNREADABLE' })
  })
})

test('copies of files in other encodings are removed at the end', async () => {
  const own = await createDuckDb({ threads: 1 })
  const path = join(folder, await written('utf16.csv', Buffer.from('\ufeffa\nß\n', 'utf16le')))
  const copies = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('tributary-text-'))
  const before = await copies()
  await own.registerFile({ ...TABLE, path })
  const made = (await copies()).filter((name) => !before.includes(name))
  expect(made.length).toBeGreaterThan(0)
  await own.close()
  const left = await copies()
  expect(made.some((name) => !left.includes(name))).toBe(true)
})

describe('a line that is too long', () => {
  const ROWS = 'a,b\n1,x\n2,y\n'
  const long = (bytes: number) => `3,${'z'.repeat(bytes)}`

  test.each([
    ['the last, without an end', (bytes: number) => ROWS + long(bytes)],
    ['the last, with an end', (bytes: number) => `${ROWS}${long(bytes)}\r\n`],
    ['in the middle', (bytes: number) => `${ROWS}${long(bytes)}\n5,v\n`],
  ])(
    'is refused with its place: %s',
    async (_, content) => {
      for (const bytes of [3_000_000, 40_000_000]) {
        const path = await written('long.csv', content(bytes))
        const compressed = await written('long.csv.gz', gzipSync(content(bytes), { level: 1 }))
        for (const file of [path, compressed]) {
          await expect(rowsOf(file), `${file} ${bytes}`).rejects.toMatchObject({
            code: 'SQL_FILE_UNREADABLE',
            message: expect.stringMatching(
              /long\.csv.* cannot be read: (line 4 has more than 2,000,000 bytes|it expands to more than 200 times)/,
            ),
          })
        }
      }
    },
    120_000,
  )

  test('is not reported when a short line ends a large file, for each kind of line end', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = Array.from({ length: 70_000 }, (_, row) => `${row},${'x'.repeat(30)}`)
      const path = await written('large.csv', ['a,b', ...rows, ''].join(end))
      expect(await rowsOf(path)).toHaveLength(70_000)
      const compressed = await written('large.csv.gz', gzipSync(['a,b', ...rows].join(end)))
      expect(await rowsOf(compressed)).toHaveLength(70_000)
    }
  }, 120_000)
})

test('a file that expands to far more than its size is refused before it is read', async () => {
  const bomb = await written('bomb.csv.gz', gzipSync(Buffer.alloc(80 * 2 ** 20, '1,2\n')))
  await expect(rowsOf(bomb)).rejects.toThrow('it expands to more than 200 times its size')
  const dense = await written('dense.csv.gz', gzipSync(`a,b\n${'1,2\n'.repeat(500_000)}`))
  expect(await rowsOf(dense)).toHaveLength(500_000)
}, 120_000)
