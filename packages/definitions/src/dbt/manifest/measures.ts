import type { Place } from '../../draft/place.ts'

/** Something of a manifest that has a name. */
export interface DbtTexts {
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly at: Place
}

/** How values become one: a measure, or the aggregation of a metric. */
export interface DbtMeasure extends DbtTexts {
  readonly model: string
  readonly agg: string
  readonly expr: string
  readonly fraction: number | null
  readonly isDiscrete: boolean
  readonly isApproximate: boolean
  readonly time: string | null
  /** Of a balance: the time that it is taken at. */
  readonly nonAdditive: DbtNonAdditive | null
}

/** How the values of a balance at several times become one. */
export interface DbtNonAdditive {
  /** The time dimension. */
  readonly name: string
  readonly choice: 'min' | 'max'
  /** The entities of which each has a time of its own. */
  readonly groupings: readonly string[]
}

/** Reads the keys that all elements of a manifest have. */
export function readTexts(at: Place): DbtTexts {
  return {
    name: at.key('name').name(),
    label: at.key('label').optionalText(),
    description: at.key('description').optionalText(),
    at,
  }
}

/** Reads a measure of a semantic model. */
export function readMeasure(at: Place, model: string): DbtMeasure {
  const base = readTexts(at)
  return { ...base, ...readAggregation(at, base.name), model }
}

/** The keys that measures and the aggregations of metrics share. */
export function readAggregation(
  at: Place,
  name: string,
): Omit<DbtMeasure, 'name' | 'label' | 'description' | 'at' | 'model'> {
  const params = at.key('agg_params')
  const agg = at.key('agg').text().toLowerCase()
  const isApproximate = /^approximate/.test(agg) || params.key('use_approximate_percentile').flag()
  return {
    agg: /^(approximate_)?(continuous|discrete)$/.test(agg) ? 'percentile' : agg,
    expr: at.key('expr').scalarText() ?? name,
    fraction: params.key('percentile').optionalNumber(),
    isDiscrete: /discrete/.test(agg) || params.key('use_discrete_percentile').flag(),
    isApproximate,
    time: at.key('agg_time_dimension').optionalText(),
    nonAdditive: readNonAdditive(at.key('non_additive_dimension')),
  }
}

function readNonAdditive(at: Place): DbtNonAdditive | null {
  if (at.isAbsent) return null
  const groupings = at.key('window_groupings').items()
  const choice = at.key('window_choice')
  return {
    name: at.key('name').name(),
    choice: choice.isAbsent ? 'min' : choice.word(['min', 'max']),
    groupings: groupings.map((grouping) => grouping.text()),
  }
}
