import { findConditionIntervals, toText } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileSample } from '../support/compile-sample.ts'

function intervals(text: string): readonly string[] | null {
  const found = findConditionIntervals(
    compileSample(text),
    ({ name }) => name === 'metric_time' || name === 'day',
  )
  return found?.map(({ from, to }) => `${end(from)} – ${end(to)}`) ?? null
}

function end(time: bigint | null): string {
  return time === null ? '…' : toText(time, 'TIMESTAMP')!.replace(' 00:00:00', '')
}

describe('intervalsOf', () => {
  test.each<readonly [string, readonly string[]]>([
    ['[metric_time] >= "2024-01-01" AND [metric_time] < "2024-02-01"', ['2024-01-01 – 2024-02-01']],
    ['DateTrunc([metric_time], "MONTH") = "2024-02"', ['2024-02-01 – 2024-03-01']],
    ['[metric_time__day] <= "2024-02-28"', ['… – 2024-02-29']],
    ['"2024-02-28" < [metric_time__day]', ['2024-02-29 – …']],
    ['[day] > "2024-02-28"', ['2024-02-29 – …']],
    ['[day] >= "2024-02-28 12:00:00"', ['2024-02-29 – …']],
    ['[day] = "2024-02-28 12:00:00"', []],
    [
      'IN([metric_time__month], "2024-01", "2024-02", "2024-06")',
      ['2024-01-01 – 2024-03-01', '2024-06-01 – 2024-07-01'],
    ],
    ['NOT IN([metric_time__year], "2024")', ['… – 2024-01-01', '2025-01-01 – …']],
    ['NOT IN([metric_time__year], "2024", NULL)', []],
    [
      '[metric_time__year] != "2024" AND [metric_time__year] < "2026"',
      ['… – 2024-01-01', '2025-01-01 – 2026-01-01'],
    ],
    ['NOT ([day] < "2024-01-01" OR [day] > "2024-01-31")', ['2024-01-01 – 2024-02-01']],
    ['[metric_time__month] = Cast("2024-02-02", "Timestamp")', []],
    [
      'DateTrunc(DateTrunc([metric_time], "WEEK"), "MONTH") = "2024-03"',
      ['2024-03-04 – 2024-04-01'],
    ],
    ['[day] > "2024" AND FALSE', []],
    ['[day] = NULL', []],
    ['TRUE', ['… – …']],
    [
      'DateTrunc([metric_time],"MONTH")=DateAdd(DateTrunc(Now(),"MONTH"),-1,"MONTH")',
      ['2024-02-01 – 2024-03-01'],
    ],
  ])('of %s', (text, expected) => {
    expect(intervals(text)).toEqual(expected)
  })

  test.each([
    '[delay] > 1',
    '[day] > "2024" AND [late]',
    '[late]',
    'DateAdd([day], 1, "DAY") > "2024"',
    '[day] = [metric_time]',
  ])('are none for %s', (text) => {
    expect(intervals(text)).toBeNull()
  })
})
