import type { Located, TemporaryMetric } from '@tributary/catalog'
import type { TemporaryMetricInput } from '@tributary/contract'

/** The texts of a list, each with its place in the request. */
export function locateTexts(texts: readonly string[], path: string): readonly Located[] {
  return texts.map((text, index) => ({ text, path: `${path}[${index}]` }))
}

/** A text with its place, or null when it is absent or blank. */
export function locatedOrNull(text: string | null | undefined, path: string): Located | null {
  return text === null || text === undefined || text.trim() === '' ? null : { text, path }
}

/** A name with its place, or null when it is absent; a blank one is looked up, and not found. */
export function nameOrNull(name: string | null | undefined, path: string): Located | null {
  return name === null || name === undefined ? null : { text: name, path }
}

/** The temporary metrics of a request by key, each text with its place below `path`; blank ones count as absent. */
export function toTemporaryMetrics(
  definitions: Readonly<Record<string, TemporaryMetricInput>>,
  path = 'metricDefinitions',
): ReadonlyMap<string, TemporaryMetric> {
  return new Map(
    Object.entries(definitions).map(([key, input]) => [
      key,
      temporaryMetric(input, `${path}.${key}`),
    ]),
  )
}

function temporaryMetric(input: TemporaryMetricInput, path: string): TemporaryMetric {
  const optional = (name: 'period' | 'metricGrain' | 'onlyContainsDateTag' | 'expr' | 'time') =>
    locatedOrNull(input[name], `${path}.${name}`)
  const { specifyDimension, preAggs } = input
  return {
    refMetric: { text: input.refMetric, path: `${path}.refMetric` },
    filters: locateTexts(input.filters ?? [], `${path}.filters`),
    period: optional('period'),
    time: optional('time'),
    metricGrain: optional('metricGrain'),
    onlyContainsDateTag: optional('onlyContainsDateTag'),
    expr: optional('expr'),
    indirections: locateTexts(input.indirections ?? [], `${path}.indirections`),
    specifyDimension: specifyDimension
      ? {
          type: { text: specifyDimension.type, path: `${path}.specifyDimension.type` },
          dimensions: {
            text: specifyDimension.dimensions,
            path: `${path}.specifyDimension.dimensions`,
          },
        }
      : null,
    preAggs: (preAggs ?? []).map(({ granularity, calculateType }, index) => ({
      granularity: { text: granularity, path: `${path}.preAggs[${index}].granularity` },
      calculateType: { text: calculateType, path: `${path}.preAggs[${index}].calculateType` },
    })),
  }
}
