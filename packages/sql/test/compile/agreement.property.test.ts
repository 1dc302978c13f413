import { FUNCTIONS } from '@tributary/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyExpression, COLUMNS, expression, SIGNATURES } from '../support/random-expression.ts'
import { createRowJudge, type RowJudge } from '../support/row-judge.ts'
import { patienceOn, runsOn } from '../support/runs.ts'
import { TEST_ENGINES } from '../support/test-databases.ts'

const ROWS = 40
const AT_ONCE = 50
const fifty = (one: fc.Arbitrary<string>) =>
  fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE })

test('every function takes part', () => {
  const taking = new Set([...SIGNATURES.values()].flatMap((byName) => [...byName.keys()]))
  const own = Object.values(FUNCTIONS).filter(({ family }) => family !== 'aggregate')
  expect([...taking].sort()).toEqual(own.map(({ name }) => name).sort())
})

describe.each(TEST_ENGINES)('$name and the row evaluator', (engine) => {
  let judge: RowJudge
  beforeAll(async () => {
    judge = await createRowJudge(engine, COLUMNS, ROWS)
  })
  afterAll(() => judge.close())

  test(
    'give the same texts for random expressions of all functions',
    async () => {
      await fc.assert(
        fc.asyncProperty(fifty(anyExpression(3)), async (texts) => {
          expect(await judge.differences(texts)).toEqual([])
        }),
        runsOn(engine, 15, 2_000),
      )
    },
    patienceOn(engine),
  )

  test(
    'split the rows of any condition in true, false and unknown',
    async () => {
      await fc.assert(
        fc.asyncProperty(fifty(expression('BOOLEAN', 3)), async (texts) => {
          const sums = await judge.partitions(texts)
          expect(sums.filter((sum) => sum !== ROWS)).toEqual([])
        }),
        runsOn(engine, 5, 500),
      )
    },
    patienceOn(engine),
  )
})
