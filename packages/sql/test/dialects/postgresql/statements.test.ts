import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endWhenSilent, lockUntilCommit } from '../../../src/dialects/postgresql/statements.ts'
import type { PostgreSql } from '../../../src/drivers/postgresql/postgresql.ts'
import { POSTGRESQL, TEST_ENGINES, type TestDatabase } from '../../support/test-databases.ts'

describe.skipIf(!TEST_ENGINES.includes(POSTGRESQL))('transactions in a PostgreSQL', () => {
  let database: TestDatabase<PostgreSql>
  beforeAll(async () => {
    database = await POSTGRESQL.open()
  })
  afterAll(() => database.close())

  test('take turns at a lock of one name, and pass by one of another', async () => {
    const seen: string[] = []
    const first = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const one = database.driver.transaction(async (run) => {
      await run(lockUntilCommit('a'))
      holding.resolve()
      await first.promise
      seen.push('first')
    })
    await holding.promise
    const other = database.driver.transaction(async (run) => {
      await run(lockUntilCommit('a'))
      seen.push('second')
    })
    await database.driver.transaction((run) => run(lockUntilCommit('b')))
    seen.push('another name')
    first.resolve()
    await Promise.all([one, other])
    expect(seen).toEqual(['another name', 'first', 'second'])
  })

  test('end when their client says nothing for too long', async () => {
    const silent = database.driver.transaction(async (run) => {
      await run(endWhenSilent(1))
      await wait(1_500)
      await run({ text: 'SELECT 1', parameters: [] })
    })
    await expect(silent).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
  })
})
