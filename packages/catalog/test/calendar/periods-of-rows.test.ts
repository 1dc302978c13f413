import { parseTime } from '@tributary/expression'
import { expect, test } from 'vitest'
import { periodsOfRows } from '../../src/calendar/periods-of-rows.ts'

const source = {
  ...{ dataset: 'weeks', start: 'first', end: 'last' },
  grains: [
    { name: 'RETAIL_WEEK', label: 'week' },
    { name: 'RETAIL_MONTH', label: 'month' },
  ],
} as const

const row = (text: string) => {
  const [start = '', end = '', ...labels] = text.split(' ')
  const time = (one: string) => (one === '' ? null : parseTime(one.replace('T', ' ')))
  return {
    ...{ start: time(start), end: time(end) },
    labels: labels.map((one) => (one === '' ? null : one)),
  }
}

test.each([
  [
    ['2023-01-29 2023-02-05 w1 m1', '2023-02-05 2023-02-12 w2 m1', '2023-02-11 2023-02-19 w3 m1'],
    'an overlap of 1 day: the row that starts on 2023-02-05 ends with 2023-02-11, and the next starts on 2023-02-11',
  ],
  [
    ['2023-01-29 2023-02-04 w1 m1', '2023-02-05 2023-02-11 w2 m2', '2023-02-12 2023-02-18 w3 M1'],
    '"M1" is that of the period from 2023-01-29 and again of that from 2023-02-12',
  ],
  [
    ['2023-01-29 2023-02-04 w1 m1', '2023-01-29 2023-02-11 w2 m2'],
    'Expected one row for each start, found two that start on 2023-01-29',
  ],
  [
    ['2023-01-29 2023-02-04  m1'],
    'Expected a label in "week" of the row that starts on 2023-01-29, found nothing',
  ],
  [[' 2023-02-04 w1 m1'], 'Expected a date in "first" of the row labelled "w1", found nothing'],
  [
    ['2023-01-29  w1 m1'],
    'Expected a date in "last" of the row that starts on 2023-01-29, found nothing',
  ],
  [
    ['2023-01-29T06:00:00 2023-02-04 w1 m1'],
    'Expected "first" to be the start of a day, found 2023-01-29 06:00:00',
  ],
  [
    ['2023-01-29 2023-01-20 w1 m1'],
    'the row that starts on 2023-01-29 to end after that, found 2023-01-20 in "last"',
  ],
  [
    ['1700-01-01 1999-12-31 w1 m1'],
    'Expected at most 200 years from the first row to the last, found 1700-01-01 to 1999-12-31',
  ],
])('rows that are no calendar are told by their day: %j', (texts, message) => {
  expect(periodsOfRows(source, texts.map(row))).toEqual({
    problem: expect.stringContaining(`The calendar "weeks": `),
  })
  expect(periodsOfRows(source, texts.map(row))).toEqual({
    problem: expect.stringContaining(message),
  })
})

test('rows may be in any order, with last days or days after', () => {
  const periods = [
    { word: 'RETAIL_WEEK', grain: 'RETAIL_WEEK(2023-01-29 7*3)', labels: ['w1', 'w2', 'w3'] },
    { word: 'RETAIL_MONTH', grain: 'RETAIL_MONTH(2023-01-29 14,7)', labels: ['m1', 'm2'] },
  ]
  const last = [
    '2023-02-12 2023-02-18 w3 m2',
    '2023-01-29 2023-02-04 w1 m1',
    '2023-02-05 2023-02-11 w2 m1',
  ]
  const after = [
    '2023-02-05 2023-02-12 w2 m1',
    '2023-02-12 2023-02-19 w3 m2',
    '2023-01-29 2023-02-05 w1 m1',
  ]
  expect(periodsOfRows(source, last.map(row))).toEqual({ periods })
  expect(periodsOfRows(source, after.map(row))).toEqual({ periods })
})
