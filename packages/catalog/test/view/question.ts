import type { Located, TemporaryMetric } from '@tributary/catalog'
import type { ViewQuestion } from '@tributary/catalog/internal'

/** A view in plain texts. */
export interface PlainView {
  readonly metrics?: readonly string[]
  readonly dimensions?: readonly string[]
  readonly timeConstraint?: string | null
  readonly filters?: readonly string[]
  readonly resultFilters?: readonly string[]
  readonly orders?: readonly { readonly name: string; readonly direction: 'ASC' | 'DESC' }[]
  readonly metricDefinitions?: Readonly<Record<string, PlainMetric>>
}

/** A temporary metric in plain texts. */
export interface PlainMetric {
  readonly refMetric: string
  readonly period?: string
  readonly metricGrain?: string
  readonly onlyContainsDateTag?: string
  readonly filters?: readonly string[]
  readonly indirections?: readonly string[]
  readonly specifyDimension?: { readonly type: string; readonly dimensions: string }
  readonly expr?: string
  readonly preAggs?: readonly { readonly granularity: string; readonly calculateType: string }[]
}

/** The question that a request of these texts asks. */
export function viewQuestion(view: PlainView): ViewQuestion {
  return {
    metrics: at('metrics', view.metrics ?? ['flight_count']),
    dimensions: at('dimensions', view.dimensions ?? []),
    timeConstraint:
      view.timeConstraint == null ? null : { text: view.timeConstraint, path: 'timeConstraint' },
    filters: at('filters', view.filters ?? []),
    resultFilters: at('resultFilters', view.resultFilters ?? []),
    orders: (view.orders ?? []).map(({ name, direction }, i) => {
      return { name: { text: name, path: `orders[${i}]` }, direction }
    }),
    metricDefinitions: new Map(
      Object.entries(view.metricDefinitions ?? {}).map(([key, metric]) => [
        key,
        temporary(metric, `metricDefinitions.${key}`),
      ]),
    ),
    now: 0n,
  }
}

function temporary(metric: PlainMetric, path: string): TemporaryMetric {
  const one = (name: 'period' | 'metricGrain' | 'onlyContainsDateTag' | 'expr') => {
    const text = metric[name]
    return text === undefined ? null : { text, path: `${path}.${name}` }
  }
  const { specifyDimension: specified } = metric
  return {
    refMetric: { text: metric.refMetric, path: `${path}.refMetric` },
    filters: at(`${path}.filters`, metric.filters ?? []),
    period: one('period'),
    metricGrain: one('metricGrain'),
    onlyContainsDateTag: one('onlyContainsDateTag'),
    expr: one('expr'),
    indirections: at(`${path}.indirections`, metric.indirections ?? []),
    specifyDimension:
      specified === undefined
        ? null
        : {
            type: { text: specified.type, path: `${path}.specifyDimension.type` },
            dimensions: { text: specified.dimensions, path: `${path}.specifyDimension.dimensions` },
          },
    preAggs: (metric.preAggs ?? []).map(({ granularity, calculateType }, i) => ({
      granularity: { text: granularity, path: `${path}.preAggs[${i}].granularity` },
      calculateType: { text: calculateType, path: `${path}.preAggs[${i}].calculateType` },
    })),
  }
}

function at(path: string, texts: readonly string[]): readonly Located[] {
  return texts.map((text, i) => ({ text, path: `${path}[${i}]` }))
}
