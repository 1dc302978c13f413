import { expect, test } from 'vitest'
import { encodeTexts } from '../../../src/columnar/columns/encode-texts.ts'

function* numbers(count: number): Generator<string> {
  for (let number = 0; number < count; number++) yield String(number)
}

// A gigabyte of texts, so only in the long runs.
test.runIf(process.env.TRIBUTARY_LONG)(
  'refuses more different texts than a dictionary holds',
  () => {
    const count = 2 ** 24
    expect(() => encodeTexts('id', numbers(count), count)).toThrow(
      expect.objectContaining({ code: 'ATTRIBUTION_TOO_MANY_VALUES' }),
    )
  },
  300_000,
)
