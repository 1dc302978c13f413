import { type AggregateRequest, createColumnarSource } from '@tributary/attribution'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqlError } from '../../src/errors.ts'
import { createSqlSource } from '../../src/source/create-sql-source.ts'
import { createFacts, FACT_COLUMNS, THING_COLUMNS } from '../support/create-facts.ts'
import { columnTable, groupsOf, rounded } from '../support/groups-of.ts'
import { type Groups, naiveGroups, type Row } from '../support/naive-source.ts'
import { facts, request, things, totals } from '../support/random-request.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'

describe.each(TEST_ENGINES)('a source on $name', (engine) => {
  const { name, open } = engine
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'equals plain loops over the rows, for any request',
    async () => {
      await fc.assert(
        fc.asyncProperty(request, facts, things, async (asked, factRows, thingRows) => {
          const expected = naiveGroups(asked, { facts: factRows, things: thingRows })
          expect(await ask(asked, factRows, thingRows)).toEqual(rounded(expected))
        }),
        runsOn(engine, 30, 5_000),
      )
    },
    patienceOn(engine),
  )

  test(
    'equals the columnar source, for any request',
    async () => {
      await fc.assert(
        fc.asyncProperty(request, facts, things, async (asked, factRows, thingRows) => {
          const memory = createColumnarSource(columnTable(factRows, FACT_COLUMNS), {
            name: 'facts',
            types: { at: 'TIMESTAMP', s: 'STRING', n: 'INT', x: 'DOUBLE', p: 'DECIMAL', d: 'DATE' },
            related: {
              things: {
                data: columnTable(thingRows, THING_COLUMNS),
                types: { code: 'STRING', region: 'STRING', size: 'INT' },
              },
            },
          })
          const { frames } = await memory.aggregate(asked)
          expect(await ask(asked, factRows, thingRows)).toEqual(rounded(frames.map(groupsOf)))
        }),
        runsOn(engine, 20, 2_000),
      )
    },
    patienceOn(engine),
  )

  test(
    'equals plain loops for the totals of many measures over several ranges of time',
    async () => {
      await fc.assert(
        fc.asyncProperty(totals, facts, things, async (asked, factRows, thingRows) => {
          const expected = naiveGroups(asked, { facts: factRows, things: thingRows })
          expect(await ask(asked, factRows, thingRows)).toEqual(rounded(expected))
        }),
        runsOn(engine, 8, 2_000),
      )
    },
    patienceOn(engine),
  )

  async function ask(
    asked: AggregateRequest,
    factRows: readonly Row[],
    thingRows: readonly Row[],
  ): Promise<Groups[]> {
    await createFacts(name, database.driver, { facts: factRows, things: thingRows })
    try {
      const { frames } = await createSqlSource(database).aggregate(asked)
      return rounded(frames.map(groupsOf))
    } catch (error) {
      // PostgreSQL has no remainder of doubles, and says so.
      fc.pre(!(error instanceof SqlError && error.code === 'SQL_UNSUPPORTED_EXPRESSION'))
      throw error
    }
  }
})
