import type { MetricPeriod } from '@tributary/catalog'
import type { Place } from '../draft/place.ts'
import { parseGrain, parseSpan } from '../draft/spans.ts'
import type { SqlMetric, SqlText } from '../sql-model/sql-model.ts'
import { findCubeKey, isPublic } from './cube-keys.ts'
import { readSqlText, readTexts } from './dimensions.ts'

const TYPES = [
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'number',
  'countdistinct',
  'countdistinctapprox',
  'number_agg',
  'numberagg',
  'string',
  'time',
  'boolean',
  'rank',
  'running_total',
  'runningtotal',
] as const

const AGGREGATES: Readonly<Record<string, (sql: string) => string>> = {
  count: (sql) => `COUNT(${sql})`,
  countdistinct: (sql) => `COUNT(DISTINCT ${sql})`,
  countdistinctapprox: (sql) => `COUNT(DISTINCT ${sql})`,
  sum: (sql) => `SUM(${sql})`,
  avg: (sql) => `AVG(${sql})`,
  min: (sql) => `MIN(${sql})`,
  max: (sql) => `MAX(${sql})`,
}

/** Keys with which a measure reads rows or groups outside the request. */
const ELSEWHERE = [
  'group_by',
  'reduce_by',
  'add_group_by',
  'order_by',
  'grain',
  'filter',
  'case',
] as const

/** Reads a measure of a cube; a model `hasCalendar` where a dimension defines earlier times itself. */
export function readMeasure(
  at: Place,
  cube: string,
  {
    isOpen,
    hasCalendar,
  }: { readonly isOpen: (name: string) => boolean; readonly hasCalendar: boolean },
): SqlMetric {
  const base = readTexts(at)
  const type = at.key('type').word(TYPES).replaceAll('_', '')
  const filters = at
    .key('filters')
    .items()
    .map((filter) => readSqlText(filter.key('sql')))
  const window = findCubeKey(at, 'rolling_window')
  const shift = findCubeKey(at, 'time_shift')
  const isStaged = findCubeKey(at, 'multi_stage').flag()
  const elsewhere = ELSEWHERE.find((key) => !findCubeKey(at, key).isAbsent)
  const by = shift.isAbsent ? null : readTimeShift(shift, cube, hasCalendar)
  const period = window.isAbsent ? (by?.period ?? null) : readRollingPeriod(window)
  const refused =
    elsewhere !== undefined
      ? `${elsewhere} looks at other rows or groups than those asked for`
      : period !== null && 'refused' in period
        ? period.refused
        : by === null
          ? findRefusal(at, type, filters.length > 0, period !== null)
          : findShiftRefusal(at, type, isStaged && window.isAbsent && filters.length === 0)
  return {
    ...base,
    key: `${cube}.${base.name}`,
    dataset: cube,
    isOfJoinedRows: true,
    filters,
    sql: refused === null ? readMeasureSql(at.key('sql'), type) : { refused },
    refused,
    isPrivate: !(isPublic(at) && isOpen(base.name)),
    notes: listMeasureNotes(type, period),
    ...(period !== null && !('refused' in period) && { period }),
    ...(by !== null && by.field !== null && { periodBy: by.field }),
  }
}

/** Why a measure with a time shift is none of an earlier period. */
function findShiftRefusal(at: Place, type: string, isPlain: boolean): string | null {
  return isPlain && (type === 'number' || type === 'numberagg')
    ? null
    : `a time_shift of something else than measures (${at.key('type').text()})`
}

type Period = MetricPeriod | { readonly refused: string }

/** The earlier period of a time shift, and the dimension that it shifts; null for every time. */
function readTimeShift(
  at: Place,
  cube: string,
  hasCalendar: boolean,
): { readonly period: Period; readonly field: string | null } {
  const none = (refused: string) => ({ period: { refused }, field: null })
  if (hasCalendar) return none('a time_shift in a model with a calendar that shifts times itself')
  const [shift, ...more] = at.items()
  if (shift === undefined || more.length > 0) return none('a time_shift of several times')
  const interval = shift.key('interval').optionalText()
  if (interval === null) return none('a time_shift by a name of a calendar')
  if (shift.key('type').word(['prior', 'next']) === 'next')
    return none('a time_shift to later times')
  const [name = null, source = 'CUBE', ...path] =
    findCubeKey(shift, 'time_dimension').optionalText()?.split('.').toReversed() ?? []
  if ((source !== 'CUBE' && source !== cube) || path.length > 0) {
    return none('a time_shift by the time of another cube')
  }
  const span = parseSpan(interval)
  if ('refused' in span) return none(span.refused)
  return { period: toWholeDays({ kind: 'before', ...span }), field: name }
}

function readMeasureSql(at: Place, type: string): SqlText {
  if (at.isAbsent && type === 'count') return { text: 'COUNT(*)' }
  const sql = readSqlText(at)
  const aggregate = AGGREGATES[type]
  return 'refused' in sql || aggregate === undefined ? sql : { text: aggregate(sql.text) }
}

function findRefusal(
  at: Place,
  type: string,
  hasFilters: boolean,
  hasWindow: boolean,
): string | null {
  const isAggregate = Object.hasOwn(AGGREGATES, type)
  if (!isAggregate && type !== 'number' && type !== 'numberagg') {
    return `of the type ${at.key('type').text()}`
  }
  if (isAggregate) return null
  if (hasFilters) return 'a formula with filters'
  return hasWindow ? 'a formula with a rolling window' : null
}

function listMeasureNotes(type: string, period: Period | null): readonly string[] {
  const notes = type === 'countdistinctapprox' ? ['computed exactly, not approximately'] : []
  if (period === null || 'refused' in period) return notes
  return [...notes, ...describePeriodDifferences(period)]
}

/** Where Cube has other values: it joins the rows to the beginning and the end of each period, as if none were cut. */
function describePeriodDifferences(period: MetricPeriod): readonly string[] {
  if (period.kind === 'trailing') {
    return [
      'not over all rows where no time is asked for, and up to the end of a range that cuts a period',
    ]
  }
  if (period.kind === 'before') {
    const isOfDays = period.grain === 'DAY' || period.grain === 'WEEK'
    return isOfDays
      ? []
      : ['by days, Cube adds the days that a month does not have to its last day']
  }
  if (period.kind !== 'toDate') return []
  const grain = period.grain.toLowerCase()
  return [
    `not over all rows where no time is asked for; a period in more than one ${grain} has the ${grain} that it ends in`,
  ]
}

/** Grains below the base period of the times of cubes. */
const BELOW_DAYS = ['SECOND', 'MINUTE', 'HOUR']

/** The period of a rolling window, or why there is none. */
function readRollingPeriod(at: Place): Period {
  const period = readRollingWindow(at)
  return 'refused' in period ? period : toWholeDays(period)
}

function toWholeDays(period: MetricPeriod): Period {
  if (period.kind === 'allTime' || !BELOW_DAYS.includes(period.grain)) return period
  const feature = period.kind === 'before' ? 'a time_shift' : 'a rolling window'
  return { refused: `${feature} by ${period.grain}; times are read by DAY` }
}

function readRollingWindow(at: Place): Period {
  const type = at.key('type')
  const kind = type.isAbsent ? 'fixed' : type.word(['fixed', 'to_date', 'todate', 'year_to_date'])
  const offset = at.key('offset').optionalText() ?? 'end'
  const [trailing, leading] = [at.key('trailing'), at.key('leading')]
  const granularity = at.key('granularity')
  if (kind === 'to_date' || kind === 'todate') {
    const grain = parseGrain(granularity.text())
    return typeof grain === 'string' ? { kind: 'toDate', grain, take: 'LAST' } : grain
  }
  if (kind !== 'fixed') return { refused: `a rolling window of the type ${kind}` }
  if (!leading.isAbsent) return { refused: 'a rolling window that looks ahead (leading)' }
  if (offset !== 'end')
    return { refused: `a rolling window of offset ${offset}, before the period` }
  const text = trailing.text()
  if (text === 'unbounded') return { kind: 'allTime', take: 'LAST' }
  const span = parseSpan(text)
  return 'refused' in span ? span : { kind: 'trailing', ...span, take: 'LAST' }
}
