import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  backfill,
  ended,
  FRAGILE,
  TOTALS,
} from './support/accelerated-shop.ts'
import { expectFields } from './support/fields.ts'
import { expectRefusal } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const DETAIL = 'scheduler/task/detail'
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** The first instance of a backfill that has ended. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
async function instanceOf(shop: ServedShop, planId: string): Promise<any> {
  const body = { planId, startTime: '2024-05-01', endTime: '2024-05-03', dateIntervalOfLot: 3 }
  const { instances } = await ended(shop, await backfill(shop, body))
  const { status, body: found } = await shop.ask(`${DETAIL}?id=${instances[0].id}`)
  expect(status, JSON.stringify(found)).toBe(200)
  return found
}

onEachStore((shop) => {
  describe('taskInstance', () => {
    test('answers the fields of the specification, without an envelope', async () => {
      const found = await instanceOf(shop, BY_DAY)
      expectFields(found, {
        taskInstanceId: 'integer',
        status: 'string',
        sql: 'object',
        runType: 'string',
        msg: 'string|null',
        serverInfo: 'string',
        startTime: 'string',
        endTime: 'string',
        startPartitionTime: 'string',
        endPartitionTime: 'string',
        retryCnt: 'integer',
        mtGuid: 'array',
        acceleratePlanUuid: 'array',
        statusTime: 'object',
        taskType: 'string',
      })
      expect(found).toMatchObject({
        status: 'SUCCESS',
        runType: 'MANUAL',
        msg: null,
        startPartitionTime: '2024-05-01T00:00:00',
        endPartitionTime: '2024-05-03T00:00:00',
        retryCnt: 0,
        mtGuid: [{ catalog: 'tributary', schema: 'shop', table: 'by_day' }],
        acceleratePlanUuid: [BY_DAY],
        taskType: 'RESULT_PLAN',
      })
    })

    test('has the SQL that was run, with its dates filled in', async () => {
      const { sql } = await instanceOf(shop, BY_DAY)
      expectFields(sql, { originalSql: 'string', formattedSql: 'string' })
      expect(sql.originalSql).toMatch(/select/i)
      expect(sql.originalSql).toContain('2024-05-01')
      expect(sql.originalSql).not.toMatch(/\$\d|\?|\n/)
      expect(sql.formattedSql).toContain('\n')
      const words = (text: string): string => text.replace(/\s+/g, '')
      expect(words(sql.formattedSql)).toBe(words(sql.originalSql))
    })

    test('has the IP address of the server', async () => {
      expect((await instanceOf(shop, BY_DAY)).serverInfo).toMatch(
        /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]+)$/,
      )
    })

    test('has the time at which each status was entered', async () => {
      const { statusTime, startTime, endTime } = await instanceOf(shop, BY_DAY)
      expect(Object.keys(statusTime).toSorted()).toEqual(['RUNNING', 'SUCCESS', 'WAITING'])
      for (const time of Object.values<string>(statusTime)) expect(time).toMatch(LOCAL_TIME)
      expect(statusTime.WAITING <= statusTime.RUNNING).toBe(true)
      expect([statusTime.RUNNING, statusTime.SUCCESS]).toEqual([startTime, endTime])
    })

    test('has null where a table has no partitions', async () => {
      const found = await instanceOf(shop, TOTALS)
      expect(found).toMatchObject({
        status: 'SUCCESS',
        startPartitionTime: null,
        endPartitionTime: null,
      })
    })

    test('has the error of an instance that failed, with its stack', async () => {
      const file = join(shop.folder, 'fragile.csv')
      await rm(file)
      const found = await instanceOf(shop, FRAGILE)
      await writeFile(file, ACCELERATED.files['fragile.csv']!)
      expect(found).toMatchObject({ status: 'FAILED', retryCnt: 0 })
      expect(found.msg).toMatch(/fragile.*\n {4}at /s)
      expect(found.statusTime).toHaveProperty('FAILED')
      expect(found.endTime).toMatch(LOCAL_TIME)
    })

    test.each([
      '999999999',
      '2147483647',
      '2147483648',
      '9'.repeat(15),
      '9'.repeat(30),
      '0',
      '-1',
      '1.5',
      'abc',
      '1e3',
      '%00',
      ' 1',
    ])('refuses the id %j, which is not there', async (id) => {
      const answer = await shop.ask(`${DETAIL}?id=${id.replace(' ', '%20')}`)
      const code = 'PLATFORM_UNKNOWN_INSTANCE'
      expectRefusal(answer, { status: 404, code, path: 'id' })
    })

    test.each(['', 'id=', `id=${'1'.repeat(129)}`])('refuses the query %j', async (query) => {
      expectRefusal(await shop.ask(`${DETAIL}?${query}`), { status: 400, path: 'id' })
    })

    test('is open to whoever may use the plan, and to nobody else', async () => {
      const { taskInstanceId } = await instanceOf(shop, BY_DAY)
      const ask = (account: string) =>
        shop.ask(`${DETAIL}?id=${taskInstanceId}`, undefined, account)
      expect((await ask('joe')).body.sql.originalSql).toBeTypeOf('string')
      expectRefusal(await ask('eve'), { status: 404, code: 'PLATFORM_UNKNOWN_INSTANCE' })
    })
  })
}, ACCELERATED)
