import {
  CAUSE_CLAIMS,
  GROUP_CLAIMS,
  type RootCauseData,
  readGroupFacts,
  sayClaims,
} from '@tributary/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTimes } from '../../packages/platform/src/operations/attribution/compare-times.ts'
import { findCauses } from '../../packages/platform/src/operations/attribution/find-causes.ts'
import { metricMovements } from '../../packages/platform/src/operations/query/metric-movements.ts'
import type { Session } from '../../packages/platform/src/tenant/session.ts'
import { oneDataset } from '../support/one-dataset.ts'
import {
  compareWithWeekBefore,
  createMemorySession,
  toDay,
  toRange,
} from '../support/weekly-session.ts'

// Random tables are asked for causes, groups and movements, and each sentence is held against the raw rows.

interface Row {
  readonly week: number
  readonly source: string | null
  readonly device: string
  readonly visits: number
  readonly signups: number
}

const WEEKS = 8
const LAST = WEEKS - 1
const DIMENSIONS = ['source', 'device'] as const
const METRICS = ['visits', 'signups', 'cvr'] as const
type Metric = (typeof METRICS)[number]

const TEXT = oneDataset({
  tenant: 'shop',
  accounts: ['boss'],
  dataset: 'rows',
  file: 'rows.csv',
  time: 'day',
  columns: { day: 'DATE', source: 'VARCHAR', device: 'VARCHAR', v: 'BIGINT', s: 'BIGINT' },
  dimensions: [...DIMENSIONS],
  metrics: {
    visits: 'SUM [v]',
    signups: 'SUM [s]',
    cvr: { type: 'COMPOSITE', expr: '[signups] / [visits]' },
  },
})

function createSession(rows: readonly Row[]): Session {
  return createMemorySession(
    TEXT,
    {
      day: rows.map(({ week }) => toDay(week)),
      source: rows.map((row) => row.source),
      device: rows.map(({ device }) => device),
      v: rows.map(({ visits }) => visits),
      s: rows.map(({ signups }) => signups),
    },
    { day: 'DATE', source: 'STRING' },
  )
}

const WINDOWS = compareWithWeekBefore(LAST)

/** Tables of several kinds: as ever, scaled, one group changed, the weights of groups changed with or without the rates. */
const tables: fc.Arbitrary<readonly Row[]> = fc
  .record({
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    sources: fc.integer({ min: 1, max: 4 }),
    devices: fc.integer({ min: 1, max: 3 }),
    hasMissing: fc.boolean(),
    noise: fc.constantFrom(0, 0.02, 0.3),
    kind: fc.constantFrom('usual', 'scaled', 'group', 'mix', 'simpson', 'new', 'gone'),
    factor: fc.constantFrom(0.3, 0.8, 1.5, 4),
  })
  .map(({ seed, sources, devices, hasMissing, noise, kind, factor }) => {
    let state = seed
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const rows: Row[] = []
    for (let week = 0; week < WEEKS; week++) {
      for (let i = 0; i < sources; i++) {
        for (let j = 0; j < devices; j++) {
          const isLast = week === LAST
          const isFirst = i === 0
          if (kind === 'new' && sources > 1 && isFirst && !isLast) continue
          if (kind === 'gone' && sources > 1 && isFirst && isLast) continue
          const vary = () => 1 + noise * (random() - 0.5)
          const grows = isLast && (kind === 'scaled' || (kind === 'group' && isFirst))
          const isMixed = isLast && (kind === 'mix' || kind === 'simpson')
          const size = 100 * (i + 1) * (j + 1) * vary() * (grows ? factor : 1)
          const visits = Math.round(size * (isMixed ? (isFirst ? 6 : 0.5) : 1)) * 10
          const rate = (0.5 / (i + 1)) * (kind === 'simpson' && isLast ? 0.9 : 1)
          const signups =
            noise === 0 ? Math.round(visits * 10 * rate) / 10 : Math.round(visits * rate * vary())
          rows.push({
            week,
            source: hasMissing && isFirst ? null : `s${i}`,
            device: `d${j}`,
            visits,
            signups: Math.round(signups),
          })
        }
      }
    }
    return rows
  })

interface Sums {
  readonly above: number
  readonly below: number
}

/** Numerator and denominator of some rows in a week; the denominator of a sum is 1. */
function sum(rows: readonly Row[], metric: Metric, week: number): Sums {
  const inWeek = rows.filter((row) => row.week === week)
  const total = (key: 'visits' | 'signups') => inWeek.reduce((all, row) => all + row[key], 0)
  if (metric !== 'cvr') return { above: total(metric), below: 1 }
  return { above: total('signups'), below: total('visits') }
}

function value({ above, below }: Sums): number | null {
  return below === 0 ? null : above / below
}

const STEPS = 2_000

/** The contribution of rows to the change of all rows, and the part of it from their own rate, along small steps. */
function contribute(part: readonly Row[], all: readonly Row[], metric: Metric) {
  const [from, to] = [sum(part, metric, LAST - 1), sum(part, metric, LAST)]
  const [allFrom, allTo] = [sum(all, metric, LAST - 1), sum(all, metric, LAST)]
  if (metric !== 'cvr') return { contribution: to.above - from.above, rate: 0 }
  let [contribution, rate] = [0, 0]
  const at = (a: number, b: number, t: number) => a + (b - a) * t
  for (let step = 0; step < STEPS; step++) {
    const t = (step + 0.5) / STEPS
    const [n, d] = [at(from.above, to.above, t), at(from.below, to.below, t)]
    const [N, D] = [at(allFrom.above, allTo.above, t), at(allFrom.below, allTo.below, t)]
    const [dn, dd] = [to.above - from.above, to.below - from.below]
    contribution += (dn * D - N * dd) / (D * D) / STEPS
    if (d > 0) rate += (d / D) * ((dn * d - n * dd) / (d * d)) * (1 / STEPS)
  }
  return { contribution, rate }
}

function groupBy(rows: readonly Row[], dimension: (typeof DIMENSIONS)[number]) {
  return [...Map.groupBy(rows, (row) => row[dimension]).entries()]
}

/** The signs of the changes of groups that have a value in both windows; null for the others. */
function groupMoves(rows: readonly Row[], metric: Metric, dimension: (typeof DIMENSIONS)[number]) {
  return groupBy(rows, dimension).map(([, group]) => {
    const [now, before] = [value(sum(group, metric, LAST)), value(sum(group, metric, LAST - 1))]
    if (now === null || before === null) return null
    const isEqual = Math.abs(now - before) <= 1e-9 * Math.max(Math.abs(now), Math.abs(before))
    return isEqual ? 0 : Math.sign(now - before)
  })
}

/** The share of the change of a quotient that is the mix of the groups of a dimension. */
function mixShare(rows: readonly Row[], dimension: (typeof DIMENSIONS)[number], change: number) {
  const rates = groupBy(rows, dimension).reduce((all, [, group]) => {
    // A group that is in one window only has no rate that moved.
    const isInBoth = [LAST, LAST - 1].every((week) => value(sum(group, 'cvr', week)) !== null)
    return isInBoth ? all + contribute(group, rows, 'cvr').rate : all
  }, 0)
  return (change - rates) / change
}

/** The percentages that a text prints. */
function percentages(text: string): readonly number[] {
  return [...text.matchAll(/([\d,.]+) %/g)].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  )
}

function expectShare(text: string, share: number): void {
  const printed = percentages(text)
  if (printed.length === 0) return
  expect(Math.abs(printed[0]! - Math.abs(share) * 100), text).toBeLessThanOrEqual(0.06)
}

function usualChange(rows: readonly Row[], metric: Metric): number {
  const values = Array.from({ length: LAST }, (_, week) => value(sum(rows, metric, week)))
  const changes = values.slice(1).map((now, index) => now! - values[index]!)
  return Math.hypot(...changes) / Math.sqrt(changes.length)
}

const GRAMMAR =
  /\b1 (groups|segments|changes|metrics)\b|\b(?!1\b)\d+ (group|segment|metric) |NaN|null|undefined|\[.*\] = "/

function checkCauses(rows: readonly Row[], metric: Metric, answer: RootCauseData): void {
  const said = new Map(sayClaims(CAUSE_CLAIMS, answer).map(({ key, text }) => [key, text]))
  const inChinese = sayClaims(CAUSE_CLAIMS, answer, { language: 'zh' })
  expect(inChinese.map(({ key }) => key)).toEqual([...said.keys()])
  expect([...said.values()].join(' ')).toBe(answer.headline)
  expect(answer.headline).not.toMatch(GRAMMAR)
  const [now, before] = [value(sum(rows, metric, LAST)), value(sum(rows, metric, LAST - 1))]
  expect(said.has('noValue')).toBe(now === null || before === null)
  if (now === null || before === null) return
  const change = now - before
  expect(said.has('unchanged')).toBe(change === 0)
  if (change === 0) return
  const [lead] = said.values()
  expect(lead).toContain(change > 0 ? `${metric} rose` : `${metric} fell`)

  // What is usual is told, and only then.
  const usual = usualChange(rows, metric)
  const isWithin = Math.abs(change) <= usual * (1 + 1e-12)
  const isUsualTold = said.has('usual') || said.has('withinUsual')
  expect(isUsualTold).toBe(isWithin)
  expect(said.has('timesUsual')).toBe(!isWithin && usual > 0)

  // A mix that explains most of the change is the headline.
  const material = answer.causes.filter(
    ({ confidence, share }) => confidence !== 'possible' && Math.abs(share ?? 0) >= 0.05,
  )
  if (metric === 'cvr') checkMix(rows, { said, change, isUsual: isWithin && material.length === 0 })

  for (const { conditions, contribution } of answer.causes.slice(0, 1)) {
    const inside = rows.filter((row) =>
      conditions.every(({ dimension, value: expected, not }) => {
        return (row[dimension as 'source'] === expected) !== not
      }),
    )
    const naive = contribute(inside, rows, metric).contribution
    expect(Math.abs(naive - contribution)).toBeLessThanOrEqual(1e-6 * (Math.abs(now) + before))
  }
  const segment = said.get('localised') ?? said.get('besides')
  if (said.has('localised')) expect(material.length).toBeGreaterThan(0)
  if (segment !== undefined && /(\d+) more segments?/.test(segment)) {
    expect(Number(/(\d+) more segments?/.exec(segment)![1])).toBeLessThan(answer.causes.length)
  }
  if (said.has('unknown') || said.has('spread')) expect(material).toEqual([])
  if (said.has('common') && answer.causes.length === 0) {
    for (const dimension of DIMENSIONS) {
      if (groupBy(rows, dimension).length < 2) continue
      const moves = groupMoves(rows, metric, dimension)
      expect(moves.filter((move) => move === Math.sign(change)).length).toBeGreaterThan(0)
    }
    expect(answer.common!.contribution / change).toBeGreaterThanOrEqual(0.5)
  }
}

interface Told {
  readonly said: ReadonlyMap<string, string>
  readonly change: number
  readonly isUsual: boolean
}

function checkMix(rows: readonly Row[], { said, change, isUsual }: Told): void {
  const MIX_KEYS = ['mixNoRateMoved', 'mixAgainstGroups', 'mixOfDimension', 'mixOfCombinations']
  const key = MIX_KEYS.find((candidate) => said.has(candidate))
  const divided = DIMENSIONS.filter((dimension) => groupBy(rows, dimension).length > 1)
  if (key !== undefined && key !== 'mixOfCombinations') {
    const text = said.get(key)!
    const dimension = divided.find((name) => text.includes(`mix of ${name} explains`))!
    expectShare(/explains ([^;.,]*)/.exec(text)![0], mixShare(rows, dimension, change))
    const all = groupMoves(rows, 'cvr', dimension)
    const moves = all.filter((move) => move !== null)
    if (moves.length < all.length) expect(text).not.toContain('every group')
    if (key === 'mixNoRateMoved') expect(moves.every((move) => move === 0)).toBe(true)
    if (key === 'mixAgainstGroups') {
      const against = moves.filter((move) => move === -Math.sign(change)).length
      expect(against).toBeGreaterThanOrEqual(0.9 * moves.length)
      const isEvery = against === moves.length && moves.length === all.length
      expect(text.includes('every group')).toBe(isEvery)
    }
  }
  // Where each rate of the finest groups stayed, nothing but the mix can be the headline.
  const cells = [...Map.groupBy(rows, (row) => `${row.source} ${row.device}`).values()]
  const isEachRateStill = cells.every((cell) => {
    const [now, before] = [value(sum(cell, 'cvr', LAST)), value(sum(cell, 'cvr', LAST - 1))]
    return now !== null && before !== null && Math.abs(now - before) <= 1e-12
  })
  if (isEachRateStill && cells.length > 1 && !isUsual && Math.abs(change) > 1e-9) {
    expect(key, [...said.values()].join(' ')).toBeDefined()
  }
}

async function checkGroups(session: Session, rows: readonly Row[], metric: Metric): Promise<void> {
  const request = { metric, dimensions: [...DIMENSIONS], contributions: true, attribution: WINDOWS }
  const { tables: answered } = await compareTimes(session, request)
  const change = Number(answered[0]!.table['@growth']?.[0] ?? 0)
  for (const table of answered.slice(1)) {
    if (table.empty) continue
    const dimension = table.dimension as (typeof DIMENSIONS)[number]
    const facts = readGroupFacts(table, { metric, change })
    const said = new Map(sayClaims(GROUP_CLAIMS, facts).map(({ key, text }) => [key, text]))
    expect([...said.values()].join(' ')).not.toMatch(GRAMMAR)
    const moves = groupMoves(rows, metric, dimension)
    const isAll =
      moves.length > 1 && change !== 0 && moves.every((move) => move === Math.sign(change))
    expect(said.has('allAlong'), dimension).toBe(isAll)
    const isNone = moves.every((move) => move === null)
    if (metric === 'cvr') expect(said.has('noneInBoth')).toBe(isNone)
    if (said.has('mixNoRateMoved')) {
      expect(moves.every((move) => move === 0 || move === null)).toBe(true)
    }
    const against = said.get('mixAgainstGroups') ?? ''
    if (against.includes('every group')) {
      expect(moves.every((move) => move === -Math.sign(change))).toBe(true)
    }
    const leaders = said.get('leaders')
    if (leaders === undefined) continue
    const named = groupBy(rows, dimension).filter(([label]) => {
      return leaders.toLowerCase().includes(label ?? `rows without ${dimension}`)
    })
    const inside = named.flatMap(([, group]) => group)
    expectShare(leaders, contribute(inside, rows, metric).contribution / change)
  }
}

test('each sentence about causes, groups and movements holds of the raw rows', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const session = createSession(rows)
      for (const metric of METRICS) {
        const answer = await findCauses(session, { metric, attribution: WINDOWS })
        seen.add(answer.verdict)
        checkCauses(rows, metric, answer)
        await checkGroups(session, rows, metric)
      }
      const moved = await metricMovements(session, {
        current: toRange(LAST),
        compare: toRange(LAST - 1),
        causes: 0,
      })
      const changes = METRICS.map((metric) => {
        const [now, before] = [value(sum(rows, metric, LAST)), value(sum(rows, metric, LAST - 1))]
        return { change: now! - before!, usual: usualChange(rows, metric) }
      })
      const beyond = changes.filter(({ change, usual }) => Math.abs(change) > usual * (1 + 1e-12))
      expect(moved.beyondUsual).toBe(beyond.length)
      expect(moved.headline).not.toMatch(GRAMMAR)
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 60 : 2_000 },
  )
  // The tables are of so many kinds that most verdicts are met.
  expect(seen.size).toBeGreaterThanOrEqual(4)
})
