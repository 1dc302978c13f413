import { expect, test } from 'vitest'
import { renderWarning } from '../../src/render/warning.ts'

test.each([
  [null, []],
  ['', []],
  [
    'RANGE_LENGTH_DIFFERS current=30 compare=31',
    [
      'RANGE_LENGTH_DIFFERS current=30 compare=31: totals of ranges of different length; AVG compares means per period',
    ],
  ],
  [
    'NO_DATA_COMPARE; SOMETHING_NEW a=1; b=2',
    ['NO_DATA_COMPARE: the compared range has no rows', 'SOMETHING_NEW a=1; b=2'],
  ],
])('explains %j', (warning, lines) => {
  expect(renderWarning(warning)).toEqual(lines)
})
