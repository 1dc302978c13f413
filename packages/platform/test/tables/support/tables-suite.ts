import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AggregateRequest } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { createCatalog, loadWorkspace, type Workspace } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import { createDuckDb } from '@tributary/sql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../../../test/support/folder-of.ts'
import { oneDataset } from '../../../../../test/support/one-dataset.ts'
import type { MaterialTables, ReplaceJob } from '../../../src/tables/material-tables.ts'

/** Orders of a few days with every type; `n` tells versions of the file apart. */
const ordersQuery = (n: number): string => `
  SELECT v."at"::TIMESTAMP AS "at", shop, amount::BIGINT AS amount, price::DECIMAL(10, 2) AS price,
    share::DOUBLE AS share, paid::BOOLEAN AS paid, due::DATE AS due
  FROM (VALUES
    ('2024-05-01 08:00:00', 'a', ${10 + n}, 1.10, 0.1, true, '2024-06-01'),
    ('2024-05-01 09:00:00', 'a', 20, 2.25, 0.2, false, '2024-06-01'),
    ('2024-05-01 23:59:59', 'b', ${30 + n}, 0.05, NULL, true, NULL),
    ('2024-05-02 00:00:00', 'o''x, "ü"', 9223372036854775807, 3.00, 1e300, NULL, '2024-06-02'),
    ('2024-05-02 12:00:00', 'o''x, "ü"', 9223372036854775807, NULL, 0.3, true, '2024-06-02'),
    ('2024-05-04 01:00:00', NULL, 5, 7.77, -0.5, false, NULL),
    (NULL, 'a', 1, 1.00, 1, true, NULL)
  ) AS v("at", shop, amount, price, share, paid, due)`

async function writeOrders(folder: string, n = 0): Promise<void> {
  const duckdb = await createDuckDb({ threads: 1 })
  const path = join(folder, 'orders.parquet')
  await duckdb.run({
    text: `COPY (${ordersQuery(n)}) TO '${path}' (FORMAT parquet)`,
    parameters: [],
  })
  await duckdb.close()
}

const ORDERS = oneDataset({
  ...{ tenant: 'shop', accounts: ['ann'], dataset: 'orders', file: 'orders.parquet', time: 'at' },
  columns: {
    ...{ at: 'TIMESTAMP', shop: 'VARCHAR', amount: 'BIGINT', price: 'DECIMAL' },
    ...{ share: 'DOUBLE', paid: 'BOOLEAN', due: 'DATE' },
  },
  dimensions: ['shop', 'paid', 'due', 'is_cheap [amount] < 15'],
  metrics: {
    order_count: 'COUNT',
    revenue: 'SUM [amount]',
    highest: 'MAX [price]',
    shares: 'SUM [share]',
  },
})
const WORKSPACE = `${ORDERS}
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, shop, paid, due, is_cheap]
    metrics: [order_count, revenue, highest, shares]
  - { name: by_shop, kind: RESULT, dimensions: [shop], metrics: [revenue] }
  - name: by_month
    kind: RESULT
    granularity: MONTH
    dimensions: [metric_time__day]
    metrics: [order_count]
  - { name: detail, kind: ACCELERATION, dimensions: [metric_time, shop], metrics: [revenue] }
`

/** A home of tables under test; opened again it has what was written before. */
export interface TablesHome {
  open(workspace: () => Workspace): MaterialTables
  /** Whether two may be open at once. */
  readonly isShared: boolean
}

/** What every home of materialised tables does; each calls this in its own test file. */
export function testTables(home: () => Promise<TablesHome>): void {
  let workspace: Workspace
  let folder: string
  let place: TablesHome
  const endings: (() => Promise<void>)[] = []
  const open = (): MaterialTables => {
    const tables = place.open(() => workspace)
    endings.push(() => tables.close())
    return tables
  }
  beforeEach(async () => {
    const files = await folderOf({ 'workspace.yaml': WORKSPACE })
    endings.push(files.remove)
    folder = files.folder
    await writeOrders(folder)
    workspace = await loadWorkspace(folder)
    place = await home()
  })
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end()
  })

  const tableOf = (name: string): Materialisation => {
    const plan = workspace.plans.find((one) => one.name === name)!
    return planMaterialisation(createCatalog(workspace), plan)
  }
  const job = (name: string, from: string | null, to = from, more = {}): ReplaceJob => ({
    materialisation: tableOf(name),
    range: from === null ? null : { from, to: to! },
    instance: { id: 1, attempt: 1 },
    origin: null,
    sourceVersion: 'v1',
    frontier: { first: 1n, last: 2n ** 53n },
    at: new Date('2024-07-01T10:00:00.123Z'),
    ...more,
  })
  /** Rows of a table by its first dimensions: count of rows, and what is in each numeric measure. */
  const read = async (tables: MaterialTables, name: string) => {
    const { dimensions, measures, table } = tableOf(name)
    const always = {
      kind: 'constant',
      type: 'BOOLEAN',
      constant: { type: 'BOOLEAN', value: true },
    } as const
    const column = (at: string, type: Materialisation['dimensions'][number]['value']['type']) =>
      ({ kind: 'reference', type, table: 't', name: at }) as const
    const request: AggregateRequest = {
      rows: { base: { table, alias: 't' }, lookups: [] },
      filter: null,
      windows: { current: always, compare: { kind: 'not', type: 'BOOLEAN', operand: always } },
      measures: measures.map(({ measure, column: name, argument }) => ({
        name: measure.name,
        aggregate: 'SUM',
        argument: column(
          (name ?? argument)!,
          measure.aggregate === 'COUNT' ? 'INT' : measure.argument!.type,
        ),
        filter: null,
      })),
      groupings: [
        dimensions.map((one) => ({ name: one.column, value: column(one.column, one.value.type) })),
      ],
      time: null,
    }
    const { frames } = await tables.source.aggregate(request)
    const frame = frames[0]!
    const rows = Array.from({ length: frame.rowCount }, (_, row) => [
      frame.keys.map((key) => key[row]),
      frame.measures.map(({ current }) => {
        if (current.kind === 'double') {
          return Number.isNaN(current.values[row]!) ? null : current.values[row]
        }
        const units = current.units[row]
        return units == null || Number.isNaN(units) ? null : `${units}e-${current.scale}`
      }),
    ])
    return rows.map((row) => JSON.stringify(row)).sort()
  }
  const write = async (tables: MaterialTables, one: ReplaceJob): Promise<number> => {
    await tables.begin(one.instance)
    return (await tables.replace(one)).rows
  }

  test('has nothing of a table that was never written', async () => {
    const tables = open()
    expect(await tables.state(['tributary', 'shop', 'by_day'])).toBeNull()
    await tables.drop(['tributary', 'shop', 'by_day'])
  })

  test('writes a range of partitions, and puts down those without rows too', async () => {
    const tables = open()
    expect(await write(tables, job('by_day', '2024-05-01', '2024-05-04'))).toBe(6)
    const state = await tables.state(['tributary', 'shop', 'by_day'])
    expect(state?.partitions.map(({ value, rows }) => [value, rows])).toEqual([
      ['2024-05-01', 3],
      ['2024-05-02', 2],
      ['2024-05-03', 0],
      ['2024-05-04', 1],
    ])
    expect(state?.partitions[0]).toMatchObject({
      sourceVersion: 'v1',
      refreshedAt: new Date('2024-07-01T10:00:00.123Z'),
    })
    expect(state?.frontier).toEqual({ sourceVersion: 'v1', first: 1n, last: 2n ** 53n })
  })

  test('puts down no partition without rows beyond the data but the last', async () => {
    const tables = open()
    const day = 86_400_000_000n
    const first = 19_844n * day + 5n
    const reach = { frontier: { first, last: first + 3n * day } }
    await write(tables, job('by_day', '2024-04-01', '2034-04-01', reach))
    const values = async (name: string): Promise<readonly string[] | undefined> =>
      (await tables.state(['tributary', 'shop', name]))?.partitions.map(({ value }) => value)
    const days = ['2024-05-01', '2024-05-02', '2024-05-03', '2024-05-04']
    expect(await values('by_day')).toEqual([...days, '2034-04-01'])
    await write(tables, job('by_month', '2023-11-05', '2024-07-02', reach))
    expect(await values('by_month')).toEqual(['2024-05-01', '2024-07-01'])
    await write(tables, job('by_day', '2024-05-04', '2024-05-06', { frontier: null }))
    expect(await values('by_day')).toEqual([...days, '2024-05-06', '2034-04-01'])
  })

  test('keeps every value exactly, of every type', async () => {
    const tables = open()
    await write(tables, job('by_day', '2024-05-01', '2024-05-04'))
    const text = `o'x, "ü"`
    const expected = [
      [
        ['2024-05-01', 'a', 'true', '2024-06-01', 'true'],
        ['1', '10', '1.10', 0.1],
      ],
      [
        ['2024-05-01', 'a', 'false', '2024-06-01', 'false'],
        ['1', '20', '2.25', 0.2],
      ],
      [
        ['2024-05-01', 'b', 'true', null, 'false'],
        ['1', '30', '0.05', null],
      ],
      [
        ['2024-05-02', text, null, '2024-06-02', 'false'],
        ['1', '9223372036854775807', '3.00', 1e300],
      ],
      [
        ['2024-05-02', text, 'true', '2024-06-02', 'false'],
        ['1', '9223372036854775807', null, 0.3],
      ],
      [
        ['2024-05-04', null, 'false', null, 'true'],
        ['1', '5', '7.77', -0.5],
      ],
    ] as const
    const found = (await read(tables, 'by_day')).map(
      (row) => JSON.parse(row) as [unknown[], unknown[]],
    )
    const plain = found.map(([keys, values]) => [
      keys,
      values.map((one) => (typeof one === 'string' ? decimal(one) : one)),
    ])
    const wanted = expected.map(([keys, values]) => [
      keys,
      values.map((one) => (typeof one === 'string' ? Number(one) : one)),
    ])
    const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
    expect(inOrder(plain)).toEqual(inOrder(wanted))
    await write(tables, job('by_shop', null, null))
    expect(await read(tables, 'by_shop')).toContain(
      JSON.stringify([[text], ['18446744073709551614e-0']]),
    )
  })

  test('replaces the partitions of a range and leaves the others as they were', async () => {
    const tables = open()
    await write(tables, job('by_day', '2024-05-01', '2024-05-04'))
    const before = await read(tables, 'by_day')
    await writeOrders(folder, 100)
    const second = job('by_day', '2024-05-02', '2024-05-03', {
      instance: { id: 2, attempt: 1 },
      sourceVersion: 'v2',
    })
    await write(tables, second)
    expect(await read(tables, 'by_day')).toEqual(before)
    const state = await tables.state(['tributary', 'shop', 'by_day'])
    expect(state?.partitions.map(({ sourceVersion }) => sourceVersion)).toEqual([
      'v1',
      'v2',
      'v2',
      'v1',
    ])
    await write(tables, { ...second, range: { from: '2024-05-01', to: '2024-05-01' } })
    const after = await read(tables, 'by_day')
    expect(after).toHaveLength(before.length)
    expect(after.filter((row) => !before.includes(row))).toHaveLength(2)
  })

  test('writes the whole of a month that a range touches, and of a table without partitions', async () => {
    const tables = open()
    expect(await write(tables, job('by_month', '2024-05-02', '2024-06-01'))).toBe(3)
    const state = await tables.state(['tributary', 'shop', 'by_month'])
    expect(state?.partitions.map(({ value, rows }) => [value, rows])).toEqual([
      ['2024-05-01', 3],
      ['2024-06-01', 0],
    ])
    // The row without a time is in no partition, but in a table without them.
    expect(await write(tables, job('by_shop', null, null))).toBe(4)
    expect(await write(tables, job('by_shop', null, null))).toBe(4)
    const whole = await tables.state(['tributary', 'shop', 'by_shop'])
    expect(whole?.partitions.map(({ value, rows }) => [value, rows])).toEqual([['ALL', 4]])
    expect(await write(tables, job('detail', '2024-05-01'))).toBe(3)
    await expect(write(tables, job('by_shop', '2024-05-01'))).rejects.toThrow('no range')
    await expect(write(tables, job('by_day', null, null))).rejects.toThrow('a range')
  })

  test('has what was written when it is opened again', async () => {
    const first = open()
    await write(first, job('by_day', '2024-05-01', '2024-05-04'))
    const rows = await read(first, 'by_day')
    const state = await first.state(['tributary', 'shop', 'by_day'])
    const changes = await first.changes()
    await first.close()
    const second = open()
    expect(await second.state(['tributary', 'shop', 'by_day'])).toEqual(state)
    expect(await read(second, 'by_day')).toEqual(rows)
    if (!place.isShared) expect(await second.changes()).not.toBe(changes)
    await expect(first.state(['tributary', 'shop', 'by_day'])).rejects.toThrow('closed')
  })

  test('tells that something has changed, and only then', async () => {
    const tables = open()
    const before = await tables.changes()
    expect(await tables.changes()).toBe(before)
    await write(tables, job('by_shop', null, null))
    const written = await tables.changes()
    expect(written).not.toBe(before)
    await tables.state(['tributary', 'shop', 'by_shop'])
    expect(await tables.changes()).toBe(written)
    await tables.drop(['tributary', 'shop', 'by_shop'])
    expect(await tables.changes()).not.toBe(written)
    expect(await tables.state(['tributary', 'shop', 'by_shop'])).toBeNull()
    await expect(read(tables, 'by_shop')).rejects.toThrow()
  })

  test('lets nothing be written by an attempt after a later one has begun', async () => {
    const tables = open()
    await write(tables, job('by_shop', null, null))
    const rows = await read(tables, 'by_shop')
    await tables.begin({ id: 1, attempt: 2 })
    await writeOrders(folder, 100)
    const late = tables.replace(job('by_shop', null, null, { sourceVersion: 'late' }))
    await expect(late).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
    await expect(tables.begin({ id: 1, attempt: 1 })).rejects.toMatchObject({
      code: 'PLATFORM_FENCED',
    })
    expect(await read(tables, 'by_shop')).toEqual(rows)
    const state = await tables.state(['tributary', 'shop', 'by_shop'])
    expect(state?.partitions[0]?.sourceVersion).toBe('v1')
    await tables.begin({ id: 1, attempt: 2 })
    await tables.replace(job('by_shop', null, null, { instance: { id: 1, attempt: 2 } }))
    expect(await read(tables, 'by_shop')).not.toEqual(rows)
    await expect(
      tables.replace(job('by_shop', null, null, { instance: { id: 9, attempt: 1 } })),
    ).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
  })

  test('keeps an attempt from writing that a later one overtakes while it reads', async () => {
    const tables = open()
    await tables.begin({ id: 1, attempt: 1 })
    let overtaking: Promise<void> | undefined
    const replacing = tables.replace(job('by_shop', null, null), {
      beforeCommit: async () => {
        overtaking = tables.begin({ id: 1, attempt: 2 })
        overtaking.catch(() => {})
        await Promise.race([overtaking, new Promise((resolve) => setTimeout(resolve, 50))])
      },
    })
    const outcome = await replacing.then(
      () => 'written',
      (error: { readonly code: string }) => error.code,
    )
    await overtaking
    // Whichever came first, what was refused is not there, and what is there was not refused.
    const state = await tables.state(['tributary', 'shop', 'by_shop'])
    expect(outcome).toBe(state === null ? 'PLATFORM_FENCED' : 'written')
  })

  test('leaves everything as it was when a statement fails', async () => {
    const tables = open()
    await write(tables, job('by_day', '2024-05-01', '2024-05-04'))
    const rows = await read(tables, 'by_day')
    const state = await tables.state(['tributary', 'shop', 'by_day'])
    await writeFile(join(folder, 'orders.parquet'), 'no parquet')
    await expect(write(tables, job('by_day', '2024-05-01', '2024-05-04'))).rejects.toThrow()
    await writeOrders(folder, 100)
    const refused = tables.replace(job('by_day', '2024-05-01'), {
      beforeCommit: async () => {
        throw new Error('not now')
      },
    })
    await expect(refused).rejects.toThrow('not now')
    expect(await read(tables, 'by_day')).toEqual(rows)
    expect(await tables.state(['tributary', 'shop', 'by_day'])).toEqual(state)
  })

  test('leaves everything as it was when it is stopped', async () => {
    const tables = open()
    await write(tables, job('by_shop', null, null))
    const state = await tables.state(['tributary', 'shop', 'by_shop'])
    const stop = new AbortController()
    const late = job('by_shop', null, null, { sourceVersion: 'late' })
    const stopped = tables.replace(late, {
      signal: stop.signal,
      onSql: () => stop.abort(new Error('enough')),
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(await tables.state(['tributary', 'shop', 'by_shop'])).toEqual(state)
    await tables.replace(job('by_shop', null, null))
  })

  test('reports the statement with its dates before it runs', async () => {
    const tables = open()
    const told: (readonly [string, string])[] = []
    await tables.begin({ id: 1, attempt: 1 })
    const { rows } = await tables.replace(job('by_day', '2024-05-01', '2024-05-02'), {
      onSql: (...both) => told.push(both),
    })
    expect(rows).toBe(5)
    expect(told).toHaveLength(1)
    const [original, formatted] = told[0]!
    expect(original).toContain(`'2024-05-01 00:00:00'`)
    expect(original).toContain(`'2024-05-03 00:00:00'`)
    expect(original).not.toMatch(/\$1|\n/)
    expect(formatted).toContain('\nFROM')
    expect(formatted.replace(/\s+/g, ' ')).toBe(original)
  })

  test('makes a table anew when its columns are others', async () => {
    const tables = open()
    await write(tables, job('by_day', '2024-05-01', '2024-05-04'))
    const text = WORKSPACE.replace('[order_count, revenue, highest, shares]', '[highest]')
    await writeFile(join(folder, 'workspace.yaml'), text)
    workspace = await loadWorkspace(folder)
    await write(tables, job('by_day', '2024-05-02'))
    const state = await tables.state(['tributary', 'shop', 'by_day'])
    expect(state?.partitions.map(({ value }) => value)).toEqual(['2024-05-02'])
    expect(await read(tables, 'by_day')).toHaveLength(2)
  })

  test('writes tables side by side', async () => {
    const tables = open()
    const jobs = [
      job('by_day', '2024-05-01', '2024-05-04', { instance: { id: 1, attempt: 1 } }),
      job('by_shop', null, null, { instance: { id: 2, attempt: 1 } }),
      job('by_month', '2024-05-01', '2024-05-01', { instance: { id: 3, attempt: 1 } }),
      job('detail', '2024-05-01', '2024-05-04', { instance: { id: 4, attempt: 1 } }),
      job('by_shop', null, null, { instance: { id: 5, attempt: 1 } }),
    ]
    expect(await Promise.all(jobs.map((one) => write(tables, one)))).toEqual([6, 4, 3, 6, 4])
    expect(await read(tables, 'by_shop')).toHaveLength(4)
  })
}

function decimal(text: string): number {
  const [units = '', scale = '0'] = text.split('e-')
  return Number(units) / 10 ** Number(scale)
}
