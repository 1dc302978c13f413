import { FUNCTIONS } from '@tributary/expression'
import { expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../support/result-of.ts'

const EXAMPLES = Object.values(FUNCTIONS).flatMap(({ name, examples }) =>
  examples.map(({ text, result }) => [text, result, name] as const),
)

test.each(EXAMPLES)('%s is %j, as the description of %s says', (text, result) => {
  expect(mistakesIn(text)).toEqual([])
  expect(resultOf(text)).toBe(result)
})
