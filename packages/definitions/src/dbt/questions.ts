import type { DbtManifest, DbtMetric } from './manifest.ts'

/** A metric that is not imported as one. */
export interface NoMetric {
  readonly status: 'QUESTION' | 'LEFT_OUT'
  readonly message: string
}

/** What a metric is that compares periods, accumulates or joins events; null for any other. */
export function questionOf(
  metric: DbtMetric,
  manifest: DbtManifest,
  isMade: (name: string) => boolean,
): NoMetric | null {
  if (metric.type === 'conversion') {
    return { status: 'LEFT_OUT', message: 'a conversion: it joins each base event to a later one' }
  }
  if (metric.type === 'cumulative') return cumulative(metric, manifest)
  return metric.type === 'derived' ? offset(metric, isMade) : null
}

/** `revenue - revenue_last_month` and the like: `explain` compares by itself. */
function offset({ inputs, expr }: DbtMetric, isMade: (name: string) => boolean): NoMetric | null {
  const moved = inputs.filter((one) => one.offset !== null || one.offsetToGrain !== null)
  const [first] = moved
  if (first === undefined) return null
  const others = inputs.filter((one) => !moved.includes(one))
  const isComparison =
    moved.length === 1 &&
    isMade(first.metric) &&
    others.every(({ metric }) => metric === first.metric) &&
    namesOnly(
      expr ?? '',
      [...others, first].map((one) => one.alias ?? one.metric),
    )
  if (!isComparison) {
    return { status: 'LEFT_OUT', message: 'a formula with values of other periods (offset)' }
  }
  const before =
    first.offset === null ? `the first of the ${first.offsetToGrain}` : `${first.offset} before`
  const message = `tributary explain ${first.metric} --current … --compare … (${before})`
  return { status: 'QUESTION', message }
}

/** Whether a formula has nothing but the names, signs and numbers. */
function namesOnly(expr: string, names: readonly string[]): boolean {
  const words = expr.match(/[A-Za-z_]\w*/g) ?? []
  return words.every((word) => names.includes(word) || /^nullif$/i.test(word))
}

const RANGES: Readonly<Record<string, readonly [ofWindow: string, toDate: string]>> = {
  day: ['d', 'today'],
  week: ['w', 'wtd'],
  month: ['m', 'mtd'],
  quarter: ['q', 'qtd'],
  year: ['y', 'ytd'],
}

/** A range of another metric with the same aggregation. */
function cumulative(metric: DbtMetric, { metrics }: DbtManifest): NoMetric {
  const { measure, window, grainToDate } = metric
  const base = [...metrics.values()].find(
    (one) =>
      one.type === 'simple' &&
      one.filters.length === 0 &&
      one.measure?.model === measure?.model &&
      one.measure?.agg === measure?.agg &&
      one.measure?.expr === measure?.expr &&
      one.measure?.time === measure?.time,
  )
  const kind =
    window !== null
      ? `cumulative over a window of ${window}`
      : grainToDate === null
        ? 'cumulative over all time'
        : `cumulative since the start of the ${grainToDate}`
  const range = rangeOf(window, grainToDate)
  if (base === undefined || range === null || metric.filters.length > 0) {
    return { status: 'LEFT_OUT', message: kind }
  }
  return { status: 'QUESTION', message: `tributary query ${base.name} --range ${range} (${kind})` }
}

function rangeOf(window: string | null, grainToDate: string | null): string | null {
  if (window === null)
    return grainToDate === null ? null : (RANGES[grainToDate.toLowerCase()]?.[1] ?? null)
  const [, count, unit = ''] = /^(\d+)\s+([a-z]+?)s?$/i.exec(window) ?? []
  const letter = RANGES[unit.toLowerCase()]?.[0]
  return letter === undefined ? null : `last-${count}${letter}`
}
