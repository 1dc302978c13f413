import type { AggregateRequest } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { describe, expect, test } from 'vitest'
import { describeRoute } from '../../src/route/describe-route.ts'
import { type RouteReason, reasonText } from '../../src/route/route-reason.ts'
import { routeRequest } from '../../src/route/route-request.ts'
import { type RouteCandidate, routeTable, type TableContents } from '../../src/route/route-table.ts'
import { byDay, readAs, request } from './rows.ts'

const MIDNIGHT = 978_307_200_000_000n
const DAY = 86_400_000_000n
const read = readAs('sales')

function contents(
  changed: Record<string, { isFresh: boolean; rows: number } | null> = {},
): TableContents {
  const partitions = new Map(
    Array.from({ length: 31 }, (_, day) => [
      `2001-01-${String(day + 1).padStart(2, '0')}`,
      { isFresh: true, rows: 10 },
    ]),
  )
  for (const [day, state] of Object.entries(changed)) {
    if (state === null) partitions.delete(day)
    else partitions.set(day, state)
  }
  return { partitions, frontier: { first: MIDNIGHT, last: MIDNIGHT + 31n * DAY - 1n } }
}

function reasons(
  asked: Partial<AggregateRequest>,
  table: Partial<Materialisation> = {},
  written: RouteCandidate['contents'] = contents(),
): readonly RouteReason[] {
  const candidate = { table: routeTable('by_day', byDay(table)), contents: written }
  const { chosen, rejected } = routeRequest(request(asked), [candidate])
  return chosen === null ? rejected[0]!.reasons : []
}

describe('partitions', () => {
  test('answers when those of both windows are fresh, and reads no others', () => {
    const written = contents({ '2001-01-04': null, '2001-01-05': { isFresh: false, rows: 1 } })
    const { chosen } = routeRequest(request(), [
      { table: routeTable('by_day', byDay()), contents: written },
    ])
    expect(chosen?.rows).toBe(20)
  })

  test('names the first that is missing, and the first that is stale', () => {
    expect(reasons({}, {}, contents({ '2001-01-02': null, '2001-01-03': null }))).toEqual([
      { kind: 'PARTITIONS_MISSING', count: 2, first: '2001-01-02' },
    ])
    expect(reasons({}, {}, contents({ '2001-01-03': { isFresh: false, rows: 1 } }))).toEqual([
      { kind: 'PARTITIONS_STALE', count: 1, first: '2001-01-03' },
    ])
  })

  test('counts no further than the table and 10,000, however far a row is', () => {
    const endOfTime = 253_402_300_799n * 1_000_000n
    const written = { ...contents(), frontier: { first: MIDNIGHT, last: endOfTime } }
    const open = { current: read('[at] >= "2001-01-31"'), compare: read('[at] < "2001-01-02"') }
    const [reason, ...others] = reasons({ windows: open }, {}, written)
    expect(others).toEqual([])
    expect(reason).toEqual({
      kind: 'PARTITIONS_MISSING',
      count: expect.any(Number),
      first: '2001-02-01',
      isAtLeast: true,
    })
    expect(reasonText(reason!)).toMatch(/^at least 10000 partitions|^at least 9\d\d\d partitions/)
  })

  test('needs none beyond the data', () => {
    const windows = {
      current: read('[at] >= "2001-01-31"'),
      compare: read('[at] >= "2000-12-01" AND [at] < "2001-01-02"'),
    }
    expect(reasons({ windows })).toEqual([])
  })

  test('needs windows that are bounded by the time, for rows without one are in no partition', () => {
    const open = { current: read('[s] = "a"'), compare: request().windows.compare }
    expect(reasons({ windows: open })).toEqual([{ kind: 'TIME_OPEN' }])
    const orNull = { ...open, current: read('[at] >= "2001-01-03" OR IsNull([at])') }
    expect(reasons({ windows: orNull })).toEqual([{ kind: 'TIME_OPEN' }])
  })

  test('needs a table that was written, and a frontier that was recorded', () => {
    const nothing = { partitions: new Map(), frontier: { first: 0n, last: 1n } }
    expect(reasons({}, {}, nothing)).toEqual([{ kind: 'NOT_WRITTEN' }])
    expect(reasons({}, {}, 'NOT_WRITTEN')).toEqual([{ kind: 'NOT_WRITTEN' }])
    expect(reasons({}, {}, 'NOT_REACHABLE')).toEqual([{ kind: 'NOT_REACHABLE' }])
    expect(reasons({}, {}, { ...contents(), frontier: null })).toEqual([
      { kind: 'FRONTIER_UNKNOWN' },
    ])
    expect(reasons({ time: read('[day]') })).toEqual([{ kind: 'FRONTIER_UNKNOWN' }])
  })

  test('treats a table without partitions as a single partition', () => {
    const bare = { windows: { current: read('[s] = "a"'), compare: read('[s] = "b"') }, time: null }
    const whole = (isFresh: boolean): TableContents => ({
      partitions: new Map([['ALL', { isFresh, rows: 7 }]]),
      frontier: null,
    })
    expect(reasons(bare, { partition: null }, whole(true))).toEqual([])
    expect(reasons(bare, { partition: null }, whole(false))).toEqual([{ kind: 'OUTDATED' }])
  })
})

describe('columns', () => {
  test('answers by month what it has by day, and by parts of a date', () => {
    for (const text of [
      'Cast(DateTrunc([at], "MONTH"), "Date")',
      'Year([at])',
      'DayOfWeek([at])',
    ]) {
      expect(reasons({ groupings: [[{ name: 'period', value: read(text) }]] })).toEqual([])
    }
  })

  test('does not answer by hour, nor by month from weeks', () => {
    const hour = [[{ name: 'hour', value: read('DateTrunc([at], "HOUR")') }]]
    expect(reasons({ groupings: hour })).toEqual([
      { kind: 'COLUMN_MISSING', column: 'at', isTime: true, use: 'grouping by "hour"' },
    ])
    const week = readAs('facts')('Cast(DateTrunc([at], "WEEK"), "Date")')
    const weekly = {
      dimensions: [{ column: 'week', value: week }],
      partition: {
        column: 'week',
        grain: 'WEEK' as const,
        time: readAs('facts')('[at]'),
        value: week,
      },
    }
    const month = [[{ name: 'month', value: read('DateTrunc([at], "MONTH")') }]]
    const windows = {
      current: read('[at] >= "2001-01-08" AND [at] < "2001-01-15"'),
      compare: read('[at] >= "2001-01-01" AND [at] < "2001-01-08"'),
    }
    expect(reasons({ groupings: [[]], windows }, weekly)).toEqual([])
    expect(reasons({ groupings: month, windows }, weekly)).toEqual([
      { kind: 'COLUMN_MISSING', column: 'at', isTime: true, use: 'grouping by "month"' },
    ])
  })

  test('does not answer a window that begins within a period', () => {
    const windows = {
      current: read('[at] >= "2001-01-03 12:00" AND [at] < "2001-01-04"'),
      compare: request().windows.compare,
    }
    expect(reasons({ windows })).toEqual([
      { kind: 'COLUMN_MISSING', column: 'at', isTime: true, use: 'the current window' },
    ])
  })

  test('answers a filter on a dimension, and refuses one on another column', () => {
    expect(reasons({ filter: read('[s] IN ("a", "b") AND NOT IsNull([s])') })).toEqual([])
    expect(reasons({ filter: read('[x] > 1') })).toEqual([
      { kind: 'COLUMN_MISSING', column: 'x', isTime: false, use: 'a filter' },
    ])
  })

  test("needs the plan's own filters to be implied", () => {
    const filter = readAs('facts')('[n] > 3')
    expect(reasons({}, { filter })).toEqual([{ kind: 'ROWS_LEFT_OUT' }])
    expect(reasons({ filter: read('[n] > 3') }, { filter })).toEqual([])
    expect(reasons({ filter: read('[n] > 4') }, { filter })).toEqual([
      { kind: 'COLUMN_MISSING', column: 'n', isTime: false, use: 'a filter' },
    ])
  })
})

describe('a time that is a date', () => {
  const stored = readAs('facts')
  const table = (grain: 'DAY' | 'MONTH'): Partial<Materialisation> => {
    const value = stored(`Cast(DateTrunc([day], "${grain}"), "Date")`)
    return {
      dimensions: [{ column: 'period', value }],
      partition: { column: 'period', grain, time: stored('[day]'), value },
    }
  }
  const asked = (current: string, period: string): Partial<AggregateRequest> => ({
    windows: { current: read(current), compare: read('[day] = "2001-01-02"') },
    groupings: [[{ name: 'period', value: read(`Cast(DateTrunc([day], "${period}"), "Date")`) }]],
    time: read('[day]'),
  })

  test('answers days by day, and by month', () => {
    expect(reasons(asked('[day] <= "2001-01-05"', 'DAY'), table('DAY'))).toEqual([])
    expect(
      reasons(asked('[day] BETWEEN "2001-01-03" AND "2001-01-05"', 'MONTH'), table('DAY')),
    ).toEqual([])
  })

  test('does not answer days by month', () => {
    const months = {
      ...contents(),
      partitions: new Map([['2001-01-01', { isFresh: true, rows: 1 }]]),
    }
    const whole = '[day] >= "2001-01-01" AND [day] <= "2001-01-31"'
    expect(reasons(asked(whole, 'MONTH'), table('MONTH'), months)).toEqual([
      { kind: 'COLUMN_MISSING', column: 'day', isTime: true, use: 'the compare window' },
    ])
    const windows = { current: read(whole), compare: read(whole) }
    expect(reasons({ ...asked(whole, 'MONTH'), windows }, table('MONTH'), months)).toEqual([])
  })
})

describe('measures', () => {
  const measure = (aggregate: 'SUM' | 'COUNT_DISTINCT', argument: string) => ({
    measures: [{ name: 'asked', aggregate, argument: read(argument), filter: null }],
  })

  test('says which it does not store', () => {
    expect(reasons(measure('SUM', '[x]'))).toEqual([{ kind: 'MEASURE_MISSING', measure: 'asked' }])
  })

  test('counts different values only where a group is one row of the table', () => {
    const stored = readAs('facts')
    const measures = [
      {
        measure: {
          name: 'd',
          aggregate: 'COUNT_DISTINCT' as const,
          argument: stored('[n]'),
          filter: null,
        },
        column: 'leaf_1',
        argument: null,
        filter: null,
      },
    ]
    expect(reasons(measure('COUNT_DISTINCT', '[n]'), { measures })).toEqual([
      { kind: 'NOT_EXACT_GRAIN', measure: 'asked', aggregate: 'COUNT_DISTINCT', column: 's' },
    ])
    const exact = { ...measure('COUNT_DISTINCT', '[n]'), groupings: request().groupings.slice(1) }
    expect(reasons(exact, { measures })).toEqual([])
    expect(
      reasons({ ...measure('COUNT_DISTINCT', '[n]'), filter: read('[s] = "a"') }, { measures }),
    ).toEqual([])
  })

  test('does not add up doubles', () => {
    const measures = [
      {
        measure: {
          name: 'x',
          aggregate: 'SUM' as const,
          argument: readAs('facts')('[x]'),
          filter: null,
        },
        column: 'leaf_1',
        argument: null,
        filter: null,
      },
    ]
    expect(reasons(measure('SUM', '[x]'), { measures })).toEqual([
      { kind: 'DOUBLE_SUM', measure: 'asked' },
    ])
  })
})

describe('several tables', () => {
  test('the table with the fewest rows answers, and a table of another base is ignored', () => {
    const large = { table: routeTable('large', byDay()), contents: contents() }
    const small = {
      table: routeTable('small', byDay({ table: ['tributary', 'acme', 'small'] })),
      contents: contents({ '2001-01-02': { isFresh: true, rows: 1 } }),
    }
    const rows = { base: { table: ['c', 's', 'others'], alias: 'facts' }, lookups: [] }
    const foreign = { table: routeTable('foreign', byDay({ rows })), contents: contents() }
    const route = routeRequest(request(), [large, small, foreign])
    expect(route.chosen?.table.plan).toBe('small')
    expect(describeRoute(route)).toEqual([
      '-- from tributary.acme.small, the table of the plan "small"',
      '-- not from the table of the plan "large": the table of "small" can answer too, from fewer rows',
    ])
    expect(routeRequest(request(), [foreign])).toEqual({ chosen: null, rejected: [] })
  })

  test('plans that the caller may not see are counted without their names', () => {
    const table = (plan: string, rows: number) => ({
      table: routeTable(plan, byDay({ table: ['tributary', 'acme', plan] })),
      contents: contents({ '2001-01-02': { isFresh: true, rows } }),
    })
    const route = routeRequest(request(), [table('a', 1), table('b', 2), table('c', 3)])
    expect(describeRoute(route, (plan) => plan === 'b')).toEqual([
      '-- from the table of a plan',
      '-- not from the table of the plan "b": the table of another plan can answer too, from fewer rows',
      '-- not from 1 more table of plans',
    ])
    expect(describeRoute(route, (plan) => plan === 'a')).toEqual([
      '-- from tributary.acme.a, the table of the plan "a"',
      '-- not from 2 more tables of plans',
    ])
    expect(describeRoute({ chosen: null, rejected: [] }, () => false)).toEqual([])
  })
})

test('every reason has a sentence of its own', () => {
  const all: readonly RouteReason[] = [
    { kind: 'NOT_WRITTEN' },
    { kind: 'NOT_REACHABLE' },
    { kind: 'OUTDATED' },
    { kind: 'ROWS_LEFT_OUT' },
    { kind: 'COLUMN_MISSING', column: 'destination', isTime: false, use: 'a filter' },
    { kind: 'COLUMN_MISSING', column: 'at', isTime: true, use: 'a filter' },
    { kind: 'MEASURE_MISSING', measure: 'max_delay' },
    { kind: 'NOT_EXACT_GRAIN', measure: 'users', aggregate: 'COUNT_DISTINCT', column: 's' },
    { kind: 'DOUBLE_SUM', measure: 'revenue' },
    { kind: 'TIME_OPEN' },
    { kind: 'FRONTIER_UNKNOWN' },
    { kind: 'PARTITIONS_MISSING', count: 1, first: '2001-01-02' },
    { kind: 'PARTITIONS_STALE', count: 2, first: '2001-01-02' },
    { kind: 'LARGER', than: 'small' },
    { kind: 'LARGER', than: null },
  ]
  const texts = all.map(reasonText)
  expect(new Set(texts).size).toBe(all.length)
  expect(texts).toContain('1 partition that is needed is not written yet, the first is 2001-01-02')
  expect(texts).toContain(
    '2 partitions that are needed are older than the source, the first is 2001-01-02',
  )
})
