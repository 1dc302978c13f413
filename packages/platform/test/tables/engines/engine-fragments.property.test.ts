import type { Materialisation } from '@tributary/attribution/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type EngineTable,
  type Fragment,
  listFragments,
  pickFragmentsToMerge,
  recordFragment,
  toFragmentName,
} from '../../../src/tables/engines/engine-fragments.ts'
import type { RecordedTable, ReplaceJob } from '../../../src/tables/material-tables.ts'
import { createPartitionSpan } from '../../../src/tables/partitions.ts'

const TABLE = ['tributary', 'shop', 'by_day']
const DAYS = 40
const dayOf = (number: number): string =>
  new Date(Date.UTC(2024, 4, 1 + number)).toISOString().slice(0, 10)
const microseconds = (number: number): bigint => BigInt(Date.UTC(2024, 4, 1 + number)) * 1000n
const FRONTIER = { first: microseconds(0), last: microseconds(DAYS - 1) }

/** The rows of a day in a version of the data; every third day has none. */
const rowsOf = (version: number, day: string): number =>
  (Number(day.slice(8)) + version) % 3 === 0 ? 0 : Number(day.slice(8)) + version

/** What happens, in order: the data changes; an instance reads what is recorded; the oldest that has read records. */
const event = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'write' } as const) },
  {
    weight: 60,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      from: fc.integer({ min: 0, max: DAYS - 1 }),
      length: fc.constantFrom(1, 1, 1, 3),
    }),
  },
  { weight: 60, arbitrary: fc.constant({ kind: 'commit' } as const) },
)

interface Begun {
  readonly job: ReplaceJob
  readonly version: number
  readonly merged: readonly Fragment[]
}

/** The rows of a day in the tables of fragments. */
function readDay(
  tables: ReadonlyMap<string, ReadonlyMap<string, number>>,
  fragments: readonly Fragment[],
  day: string,
): number {
  let rows = 0
  for (const { name, days } of fragments) {
    const found = days?.ranges.some(([from, to]) => from <= day && day <= to)
    if (found) rows += tables.get(name)!.get(day) ?? 0
  }
  return rows
}

test('the latest version of every partition is read once, from few existing tables', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 80, maxLength: 160 }), (events) => {
      const layout = { place: 'p', id: 'a1', partition: 'day', retired: [] }
      let recorded: RecordedTable = {
        ...{ layout: JSON.stringify(layout), sourceVersion: '', frontier: null, partitions: [] },
      }
      const found = (): EngineTable => ({
        ...{ table: TABLE, recorded, layout: JSON.parse(recorded.layout) },
      })
      const tables = new Map<string, Map<string, number>>()
      const begun: Begun[] = []
      let version = 0
      let most = 0
      for (const [id, one] of events.entries()) {
        if (one.kind === 'write') version++
        if (one.kind === 'begin') {
          const range = {
            from: dayOf(one.from),
            to: dayOf(Math.min(one.from + one.length, DAYS) - 1),
          }
          const partition = { column: 'day', grain: 'DAY' }
          const job = {
            materialisation: { table: TABLE, partition } as unknown as Materialisation,
            ...{ range, instance: { id, attempt: 1 }, origin: null, frontier: FRONTIER },
            ...{ sourceVersion: `v${version}`, at: new Date(id) },
          }
          const span = createPartitionSpan(range, 'DAY')
          const merged = pickFragmentsToMerge(found(), job, span)
          const rows = new Map(span.values.map((day) => [day, rowsOf(version, day)]))
          const days = Array.from({ length: DAYS }, (_, day) => dayOf(day))
          for (const day of days) {
            const taken = readDay(tables, merged, day)
            if (taken > 0) rows.set(day, (rows.get(day) ?? 0) + taken)
          }
          tables.set(toFragmentName(TABLE, layout, job.instance), rows)
          begun.push({ job, version, merged })
        }
        const next = one.kind === 'commit' ? begun.shift() : undefined
        // An instance whose data has changed meanwhile records nothing.
        if (next !== undefined && next.version === version) {
          const { values } = createPartitionSpan(next.job.range!, 'DAY')
          const partitions = values.map((value) => ({ value, rows: rowsOf(version, value) }))
          recorded = recordFragment(found(), { job: next.job, partitions, merged: next.merged })
          for (const name of found().layout.retired) tables.delete(name)
        }
        const fragments = listFragments(found())
        expect(fragments.filter(({ name }) => !tables.has(name))).toEqual([])
        for (const { value, sourceVersion } of recorded.partitions) {
          if (sourceVersion !== recorded.sourceVersion) continue
          const expected = rowsOf(Number(sourceVersion.slice(1)), value)
          expect(readDay(tables, fragments, value)).toBe(expected)
        }
        most = Math.max(most, begun.length)
        expect(fragments.length).toBeLessThanOrEqual(17 + most)
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 2_000 : 20 },
  )
})
