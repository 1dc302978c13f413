import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCatalog, loadWorkspace, type Workspace } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOf } from '../../../../../test/support/folder-of.ts'
import { oneDataset } from '../../../../../test/support/one-dataset.ts'
import type { MaterialTables, ReplaceJob } from '../../../src/tables/material-tables.ts'
import { openMaterialTables } from '../../../src/tables/stores/table-stores.ts'

const SALES = oneDataset({
  ...{ tenant: 't', accounts: [], dataset: 'sales', file: 'sales.csv', time: 'day' },
  columns: { day: 'DATE', amount: 'BIGINT' },
  metrics: { revenue: 'SUM [amount]' },
})
const WORKSPACE = `${SALES}
plans: [{ name: by_day, kind: RESULT, dimensions: [metric_time__day], metrics: [revenue] }]
`
const TABLE = ['tributary', 't', 'by_day']
const DAYS = 10
/** The data reaches from the first of the days to the last. */
const FRONTIER = { first: 1_714_521_600_000_000n, last: 1_715_299_200_000_000n }

const dayOf = (number: number): string => `2024-05-${String(number + 1).padStart(2, '0')}`

/** What may happen to a table, one after another. */
type Event =
  | { readonly kind: 'file'; readonly amounts: readonly (number | null)[] }
  | { readonly kind: 'begin'; readonly id: number; readonly attempt: number }
  | {
      readonly kind: 'replace'
      readonly id: number
      /** Whether it is the attempt that began last, or the one before it. */
      readonly isLast: boolean
      readonly from: number
      readonly length: number
      readonly end: 'whole' | 'refused' | 'stopped'
    }
  | { readonly kind: 'drop' }

const id = fc.integer({ min: 1, max: 2 })
const attempt = fc.integer({ min: 1, max: 3 })
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      amounts: fc.array(fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }), {
        minLength: DAYS,
        maxLength: DAYS,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin' as const), id, attempt }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      id,
      isLast: fc.constantFrom(true, true, true, true, false),
      from: fc.integer({ min: 0, max: DAYS - 1 }),
      length: fc.integer({ min: 1, max: DAYS }),
      end: fc.constantFrom(
        'whole' as const,
        'whole' as const,
        'refused' as const,
        'stopped' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const) }) },
)

/** The same, said in plain maps. */
interface Model {
  amounts: readonly (number | null)[]
  readonly begun: Map<number, number>
  /** By day what the table has: the amount, and null for a day that was written without rows. */
  readonly written: Map<string, number | null>
}

let folder: string
let workspace: Workspace
let remove: () => Promise<void>
beforeAll(async () => {
  const files = await folderOf({ 'workspace.yaml': WORKSPACE, 'sales.csv': 'day,amount\n' })
  folder = files.folder
  remove = files.remove
  workspace = await loadWorkspace(folder)
})
afterAll(() => remove())

async function apply(tables: MaterialTables, model: Model, one: Event): Promise<void> {
  switch (one.kind) {
    case 'file': {
      const rows = one.amounts.map((amount, i) =>
        amount === null ? [] : [`${dayOf(i)},${amount}`],
      )
      await writeFile(join(folder, 'sales.csv'), `day,amount\n${rows.flat().join('\n')}\n`)
      model.amounts = one.amounts
      return
    }
    case 'begin': {
      const isLate = (model.begun.get(one.id) ?? 0) > one.attempt
      const beginning = tables.begin({ id: one.id, attempt: one.attempt })
      if (isLate) await expect(beginning).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
      else await beginning
      if (!isLate) model.begun.set(one.id, one.attempt)
      return
    }
    case 'drop':
      await tables.drop(TABLE)
      model.written.clear()
      return
    case 'replace':
      return replace(tables, model, one)
  }
}

async function replace(
  tables: MaterialTables,
  model: Model,
  one: Extract<Event, { kind: 'replace' }>,
): Promise<void> {
  const last = model.begun.get(one.id) ?? 0
  const attempt = one.isLast ? last : last - 1
  const to = Math.min(one.from + one.length, DAYS) - 1
  const job: ReplaceJob = {
    materialisation: planMaterialisation(createCatalog(workspace), workspace.plans[0]!),
    range: { from: dayOf(one.from), to: dayOf(to) },
    instance: { id: one.id, attempt },
    origin: null,
    sourceVersion: 'v',
    frontier: FRONTIER,
    at: new Date(0),
  }
  const stop = new AbortController()
  const outcome = await tables
    .replace(job, {
      signal: stop.signal,
      beforeCommit: async () => {
        if (one.end === 'stopped') stop.abort(new Error('stopped'))
        if (one.end === 'refused') throw new Error('refused')
      },
    })
    .then(
      () => 'whole',
      (error: { readonly code?: string; readonly message: string }) => error.code ?? error.message,
    )
  const mayWrite = one.isLast && last > 0
  if (one.end !== 'whole') expect(outcome).toBe(one.end)
  else expect(outcome).toBe(mayWrite ? 'whole' : 'PLATFORM_FENCED')
  if (outcome !== 'whole') return
  for (let day = one.from; day <= to; day++)
    model.written.set(dayOf(day), model.amounts[day] ?? null)
}

async function contents(tables: MaterialTables): Promise<readonly unknown[]> {
  const state = await tables.state(TABLE)
  if (state === null) return []
  const { columns } = await tables.read(TABLE, ['metric_time__day', 'row_count', 'leaf_1'])
  const [days, counts, sums] = columns
  if (days?.kind !== 'date' || counts?.kind !== 'exact' || sums?.kind !== 'exact') return ['?']
  const rows = days.values.map((day, i) => {
    const date = new Date(day! * 86_400_000).toISOString().slice(0, 10)
    return [date, [Number(counts.units[i]), Number(sums.units[i])]] as const
  })
  const byDay = new Map(rows)
  expect(byDay.size).toBe(rows.length)
  const told = state.partitions.map(({ value, rows: count }) => {
    const [stored, sum] = byDay.get(value) ?? [0, null]
    expect(count).toBe(stored)
    byDay.delete(value)
    return [value, sum]
  })
  expect([...byDay.keys()]).toEqual([])
  return told
}

test('a table has the contents of a simple model after any sequence of writes and aborts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const tables = openMaterialTables({
        place: undefined,
        tenant: 't',
        workspace: () => workspace,
      })
      try {
        const empty = Array<null>(DAYS).fill(null)
        const model: Model = { amounts: empty, begun: new Map(), written: new Map() }
        await apply(tables, model, { kind: 'file', amounts: empty })
        for (const one of events) {
          await apply(tables, model, one)
          const expected = [...model.written].toSorted(([a], [b]) => (a < b ? -1 : 1))
          expect(await contents(tables)).toEqual(expected)
        }
      } finally {
        await tables.close()
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 6 : 500 },
  )
}, 600_000)
