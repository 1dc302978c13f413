import { FUNCTIONS } from '@tributary/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRowJudge, type RowJudge } from '../support/row-judge.ts'
import { TEST_ENGINES } from '../support/test-databases.ts'
import { unfold } from '../support/unfold.ts'

/** The examples of every function, over columns that hold their constants. */
const EXAMPLES = Object.values(FUNCTIONS)
  .flatMap((one) => (one.family === 'aggregate' ? [] : one.examples))
  .map(({ text, result }, at) => ({ ...unfold(text, `e${at}_`), result }))
const columns = Object.assign({}, ...EXAMPLES.map((one) => one.columns))

test.each(EXAMPLES)('the row evaluator gives what is promised for $text', ({ value, result }) => {
  expect(value).toBe(result)
})

describe.each(TEST_ENGINES)('$name gives the same', (engine) => {
  let judge: RowJudge
  beforeAll(async () => {
    judge = await createRowJudge(engine, columns, 1)
  })
  afterAll(() => judge.close())

  test.each(EXAMPLES)('for $text', async ({ text }) => {
    expect(await judge.differences([text])).toEqual([])
  })
})
