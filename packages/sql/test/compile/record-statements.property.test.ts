import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CountedPartition,
  type RecordStatements,
  recordStatements,
} from '../../src/compile/record-statements.ts'
import { hasRecords, recordChanges } from '../../src/dialects/postgresql/statements.ts'
import { plain, type SqlStatement } from '../../src/text/sql-statement.ts'
import { linesOf } from '../support/lines-of.ts'
import { PATIENCE, runs } from '../support/runs.ts'
import { POSTGRESQL, STORING_ENGINES, type TestDatabase } from '../support/test-databases.ts'

const SCHEMA = ['its records'] as const

/** What can be done with the fence of one of two instances. */
const step = fc.record({
  does: fc.constantFrom('begin', 'hold'),
  id: fc.integer({ min: 1, max: 2 }),
  attempt: fc.integer({ min: 1, max: 4 }),
})

const values = ['2001-01-01', '2001-01-02', '2001-01-03', '2001-01-04', 'ALL']
const partitions: fc.Arbitrary<readonly CountedPartition[]> = fc
  .uniqueArray(fc.constantFrom(...values), { minLength: 1 })
  .chain((some) =>
    fc.tuple(...some.map((value) => fc.record({ value: fc.constant(value), rows: fc.nat() }))),
  )

describe.each(STORING_ENGINES)('statements about records in $name', (engine) => {
  let database: TestDatabase
  let say: RecordStatements
  beforeAll(async () => {
    database = await engine.open()
    say = recordStatements(SCHEMA, database.dialect)
  })
  beforeEach(async () => {
    await run(plain('DROP SCHEMA IF EXISTS "its records" CASCADE'))
    for (const one of [...say.make, ...say.make]) await run(one)
  })
  afterAll(() => database.close())
  const run = (statement: SqlStatement) => database.driver.run(statement)

  test(
    'begin an attempt unless a later attempt exists, and confirm only the last attempt',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          await run(plain('DELETE FROM "its records".fence'))
          const last = new Map<number, number>()
          for (const { does, id, attempt } of steps) {
            const known = last.get(id)
            const isTaken = (await run(say[does]({ id, attempt }))).rowCount === 1
            if (does === 'hold') {
              expect(isTaken).toBe(known === attempt)
              continue
            }
            expect(isTaken).toBe(known === undefined || known <= attempt)
            if (isTaken) last.set(id, attempt)
          }
        }),
        runs(6, 300),
      ),
    PATIENCE,
  )

  test(
    'return the recorded partitions in order, without dropped partitions',
    () =>
      fc.assert(
        fc.asyncProperty(
          partitions,
          fc.constantFrom(...values),
          fc.constantFrom(...values),
          async (some, first, final) => {
            const name = `o'r"ders`
            const at = new Date(1_000_000_000_123)
            const writing = { name, instance: { id: 7, attempt: 2 }, sourceVersion: 'v 1', at }
            const left = () => run(say.partitions(name)).then(linesOf)
            const lines = (kept: readonly CountedPartition[]) =>
              [...kept]
                .sort((a, b) => (a.value < b.value ? -1 : 1))
                .map(({ value, rows }) => [value, 'v 1', '1000000000123', String(rows), '7', '2'])
            await run(say.dropAllPartitions(name))
            await run(say.putPartitions(writing, some))
            await run(say.dropAllPartitions('another'))
            expect(await left()).toEqual(lines(some))
            await run(say.dropPartitions(name, first, final))
            expect(await left()).toEqual(
              lines(some.filter(({ value }) => value < first || value > final)),
            )
          },
        ),
        runs(6, 300),
      ),
    PATIENCE,
  )

  test('record the state of a table, with and without a frontier', async () => {
    const record = { name: 'shop.orders', layout: '[["a"]]', sourceVersion: 'v' }
    const frontier = { first: -(2n ** 53n) - 1n, last: 2n ** 62n }
    await run(say.putTable({ ...record, frontier }))
    await run(say.putTable({ ...record, name: 'shop.other', frontier: null }))
    const known = (name: string) => run(say.table(name)).then(linesOf)
    expect(await known('shop.orders')).toEqual([
      ['[["a"]]', 'v', '-9007199254740993', '4611686018427387904'],
    ])
    expect(await known('shop.other')).toEqual([['[["a"]]', 'v', null, null]])
    await run(say.dropTable('shop.orders'))
    expect(await known('shop.orders')).toEqual([])
    expect(await known('shop.other')).toHaveLength(1)
  })

  test.skipIf(engine !== POSTGRESQL)(
    'report whether records exist, and give a new change marker after each change',
    async () => {
      const has = async (schema: string) => linesOf(await run(hasRecords([schema])))[0]![0]
      expect([await has(SCHEMA[0]), await has(`an "oth'er`)]).toEqual(['true', 'false'])
      const changes = async () => linesOf(await run(recordChanges(SCHEMA)))[0]![0]
      const record = { layout: '', sourceVersion: '', frontier: null }
      const before = await changes()
      expect(before).toBe('')
      await run(say.putTable({ ...record, name: 'b' }))
      const once = await changes()
      expect(await changes()).toBe(once)
      await run(say.dropTable('b'))
      await run(say.putTable({ ...record, name: 'b' }))
      expect(new Set([before, once, await changes()]).size).toBe(3)
    },
  )
})
