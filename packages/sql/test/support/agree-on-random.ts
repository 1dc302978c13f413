import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRowJudge, type JudgedColumn, type RowJudge } from './row-judge.ts'
import { patienceOn, runsOn } from './runs.ts'
import { TEST_ENGINES } from './test-databases.ts'

/** Random expressions over rows of columns. */
export interface RandomExpressions {
  readonly columns: Readonly<Record<string, JudgedColumn>>
  readonly rows: number
  readonly expression: fc.Arbitrary<string>
  readonly numRuns: number
}

/** Every engine gives for random expressions what the row evaluator gives, twenty a run, and forty of a slow engine. */
export function agreeOnRandom(what: string, random: RandomExpressions): void {
  describe.each(TEST_ENGINES)('$name gives what the row evaluator gives', (engine) => {
    const atOnce = engine.isQuick ? 20 : 40
    const texts = fc.array(random.expression, { minLength: atOnce, maxLength: atOnce })
    let judge: RowJudge
    beforeAll(async () => {
      judge = await createRowJudge(engine, random.columns, random.rows)
    })
    afterAll(() => judge.close())

    test(
      what,
      async () => {
        await fc.assert(
          fc.asyncProperty(texts, async (some) => {
            expect(await judge.differences(some)).toEqual([])
          }),
          runsOn(engine, random.numRuns, 1000),
        )
      },
      patienceOn(engine),
    )
  })
}
