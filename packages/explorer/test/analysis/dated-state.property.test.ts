import { parseTime } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newWhyState } from '../../src/address/why-state.ts'
import { datedState } from '../../src/analysis/dated-state.ts'
import { type Reach, resolveWindows } from '../../src/analysis/why-question.ts'

const MOVING = ['last-month', 'last-week', 'last-7d', 'mtd', 'ytd', 'yesterday', 'today']
const STAYING = ['2001', '2001-Q2', '2001-06', '2001-W23', '2001-06-01..2001-06-15']

const DAY = 86_400_000_000n
const moment = fc.integer({ min: 4_000, max: 40_000 }).map((days) => BigInt(days) * DAY + DAY / 3n)
const compare = fc.constantFrom(null, 'previous', 'year', '2000-06')

function reachAt(now: bigint): Reach {
  const calendar = { weekStart: 'MONDAY', fiscalYearStart: 1, fiscalYearName: 'END' } as const
  const comparison = { current: '2001-06', compare: '2001-05', grain: 'MONTH' }
  return { min: '2000-01-01', max: '2001-06-30', now, calendar, comparison }
}

/** The windows of a page on a day, as its address names them. */
function windowsAt(state: ReturnType<typeof newWhyState>, now: bigint) {
  const { current, compare: other } = resolveWindows(state, reachAt(now))!
  return [current.from, current.to, other.from, other.to]
}

test('a link with fixed dates shows the same windows on every later day', () => {
  const words = fc.constantFrom(null, ...MOVING)
  fc.assert(
    fc.property(words, compare, moment, moment, (now, was, day, later) => {
      const state = { ...newWhyState('m'), now, was }
      const dated = datedState(state, resolveWindows(state, reachAt(day))!, reachAt(day))
      expect(windowsAt(dated!, later)).toEqual(windowsAt(state, day))
    }),
  )
})

test('fixed windows that are over, or have not begun, need no dated link', () => {
  const isRunning = (day: bigint) =>
    day >= parseTime('2001-01-01')! && day < parseTime('2002-01-01')!
  const otherDay = moment.filter((day) => !isRunning(day))
  fc.assert(
    fc.property(fc.constantFrom(...STAYING), compare, otherDay, (now, was, day) => {
      const state = { ...newWhyState('m'), now, was }
      expect(datedState(state, resolveWindows(state, reachAt(day))!, reachAt(day))).toBeNull()
    }),
  )
})

test('a relative compare window needs a dated link, unless two groups are compared', () => {
  const reach = reachAt(parseTime('2001-07-02')!)
  const state = { ...newWhyState('m'), now: '2001-06', was: 'last-month' }
  const windows = resolveWindows({ ...state, was: '2001-06' }, reach)!
  expect(datedState(state, windows, reach)).toMatchObject({ now: '2001-06', was: '2001-06' })
  const peers = { dimension: 'd', current: null, compare: null }
  expect(datedState({ ...state, peers }, windows, reach)).toBeNull()
})
