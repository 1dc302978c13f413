import fc from 'fast-check'
import type { Grain } from './calendar.ts'
import { type Condition, conditions, conditionText, fieldsOf } from './condition.ts'
import {
  formulaText,
  METRICS,
  periodText,
  samePeriodText,
  type Temporary,
  temporaries,
  textsOf,
} from './metric.ts'
import { resolved } from './resolve.ts'
import { stretchesOf, type Window, windows, windowText } from './window.ts'

/** The datasets of the workspace: the same rows by another time, or with another base period. */
export const VIEWS = {
  hourly: { time: 'at', grain: 'HOUR' },
  daily: { time: 'day', grain: 'DAY' },
  weekly: { time: 'at', grain: 'WEEK' },
  zoned: { time: 'moment', grain: 'DAY' },
} as const satisfies Record<
  string,
  { readonly time: 'at' | 'day' | 'moment'; readonly grain: Grain }
>

export type View = keyof typeof VIEWS

/** What a result table has a column for: a dimension, or a time by a grain. */
export interface Key {
  /** A dimension of the workspace, or `metric_time`. */
  readonly name: string
  readonly grain: Grain | null
}

/** The dimensions of each dataset by name: the fields that they are, or an expression. */
export const DIMENSIONS: readonly string[] = [
  ...['shop', 'kind', 'flag', 'n', 'big', 'price', 'w', 'day', 'at', 'moment'],
  ...['region', 'size', 'opened', 'continent', 'band'],
]

/** The dimension that is an expression. */
export const BAND: {
  readonly large: Condition
  readonly none: Condition
} = {
  large: {
    op: 'numbers',
    left: { op: 'field', name: 'n' },
    is: '>',
    right: { op: 'number', text: '3' },
  },
  none: { op: 'null', field: 'n', not: false },
}

/** One of the two sets of rows. */
export interface SideQuestion {
  readonly filters: readonly Condition[]
  /** Null: the window of both. */
  readonly window: Window | null
}

/** A whole question, as JSON. */
export interface Question {
  readonly view: View
  readonly metric: string
  readonly temporaries: readonly Temporary[]
  readonly dimensions: readonly (readonly Key[])[]
  readonly average: boolean
  /** Whether contributions are asked for as columns. */
  readonly contributions: boolean
  readonly filters: readonly Condition[]
  /** What tells the peers apart; null for a comparison over time. */
  readonly compareDimension: string | null
  /** Of both peers, for one that has none of its own. */
  readonly window: Window | null
  readonly current: SideQuestion
  readonly compare: SideQuestion
}

/** The name of a metric or a dimension of a dataset. */
export function nameIn(view: View, name: string): string {
  return `${name}_${view}`
}

/** A key as an entry of `dimensions` names it. */
export function keyText(view: View, { name, grain }: Key): string {
  const base = name === 'metric_time' ? name : nameIn(view, name)
  return grain === null ? base : `${base}__${grain.toLowerCase()}`
}

/** The body of comparePeers or compareTimes that asks a question. */
export function requestOf(question: Question): Readonly<Record<string, unknown>> {
  const { view, temporaries: own, compareDimension } = question
  const keys = new Set(own.map(({ key }) => key))
  const name = (one: string) => (keys.has(one) ? one : nameIn(view, one))
  const side = ({ filters, window }: SideQuestion) => ({
    filters: textsOf(filters),
    ...(window === null ? {} : { timeConstraint: windowText(window) }),
  })
  return {
    metric: name(question.metric),
    ...(own.length === 0
      ? {}
      : {
          metricDefinitions: Object.fromEntries(
            own.map((one) => [one.key, definitionOf(one, view, name)]),
          ),
        }),
    dimensions: question.dimensions.map((entry) =>
      entry.map((key) => keyText(view, key)).join(','),
    ),
    ...(question.contributions ? { contributions: true } : {}),
    attribution: {
      attributionCalculateType: question.average ? 'AVG' : 'ALL',
      filters: question.filters.map((one) => conditionText(one)),
      ...(compareDimension === null
        ? {
            currentTimeConstraint: windowText(question.current.window!),
            compareTimeConstraint: windowText(question.compare.window!),
          }
        : {
            compareDimension: nameIn(view, compareDimension),
            ...(question.window === null ? {} : { timeConstraint: windowText(question.window) }),
            currentObject: side(question.current),
            compareObject: side(question.compare),
          }),
    },
  }
}

function definitionOf(one: Temporary, view: View, name: (one: string) => string): object {
  const { of, filters, tag, grain, period, same, step, specify } = one
  const dimensions = (names: readonly string[]) =>
    names.map((each) => (each === 'metric_time' ? each : nameIn(view, each))).join(',')
  const perDimension = step !== null && 'dimensions' in step
  const indirections = [
    ...(same === null ? [] : [samePeriodText(same)]),
    ...(perDimension
      ? [`multi_level_agg__${step.aggregate.toLowerCase()},${dimensions(step.dimensions)}`]
      : []),
  ]
  return {
    refMetric: typeof of === 'string' ? name(of) : nameIn(view, 'rows'),
    ...(typeof of === 'string' ? {} : { expr: formulaText(of, name) }),
    filters: textsOf(filters),
    ...(tag === null ? {} : { onlyContainsDateTag: tag }),
    ...(grain === null ? {} : { metricGrain: grain }),
    ...(period === null ? {} : { period: periodText(period) }),
    ...(indirections.length === 0 ? {} : { indirections }),
    ...(step === null || perDimension
      ? {}
      : { preAggs: [{ granularity: step.grain, calculateType: step.aggregate }] }),
    ...(specify === null
      ? {}
      : { specifyDimension: { type: specify.type, dimensions: dimensions(specify.dimensions) } }),
  }
}

/** The fields that a question reads, as far as values of them can show in its answer. */
export function fieldsIn(question: Question): ReadonlySet<string> {
  const { measures } = resolved(question)
  const conditions = [
    ...measures.flatMap(({ atom, filters }) => [...atom.where, ...filters]),
    ...question.filters,
    ...question.current.filters,
    ...question.compare.filters,
  ]
  const values = measures.map(({ atom }) => atom.of).filter((of) => of !== null)
  return new Set([
    ...conditions.flatMap(fieldsOf),
    ...values.flatMap((of) => (typeof of === 'string' ? [of] : fieldsOf(of))),
    ...question.dimensions.flat().map(({ name }) => name),
  ])
}

// Random questions.

const timeGrains = fc.constantFrom<Grain>(
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
  'FISCAL_QUARTER',
  'FISCAL_YEAR',
)
const key: fc.Arbitrary<Key> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...DIMENSIONS).map((name) => ({ name, grain: null })) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constantFrom('day', 'at', 'moment', 'opened'),
      grain: timeGrains,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('metric_time'),
      grain: fc.option(timeGrains, { nil: null }),
    }),
  },
)
const entries = fc.uniqueArray(
  fc.uniqueArray(key, {
    minLength: 1,
    maxLength: 3,
    selector: (one) => `${one.name}${one.grain}`,
    size: 'xsmall',
  }),
  {
    minLength: 1,
    maxLength: 3,
    selector: (entry) =>
      entry
        .map((one) => `${one.name}${one.grain}`)
        .toSorted()
        .join(),
  },
)

const someConditions = (most: number) => fc.array(conditions, { minLength: 1, maxLength: most })
const seldomConditions = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: someConditions(2) },
)

const ownMetrics: fc.Arbitrary<Pick<Question, 'metric' | 'temporaries'>> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(...METRICS).map((metric) => ({ metric, temporaries: [] })),
  },
  {
    weight: 4,
    arbitrary: temporaries('own', []).map((one) => ({ metric: 'own', temporaries: [one] })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(temporaries('inner', []), temporaries('own', ['inner']))
      .map((both) => ({ metric: 'own', temporaries: both })),
  },
)

/** Whole questions, of which few are refused. */
export const questions: fc.Arbitrary<Question> = fc
  .record({
    view: fc.constantFrom<View>('hourly', 'daily', 'daily', 'weekly', 'zoned'),
    metrics: ownMetrics,
    dimensions: entries,
    average: fc.boolean(),
    contributions: fc.boolean(),
    filters: seldomConditions,
    peers: fc.boolean(),
    asIs: fc.constantFrom(true, ...Array<boolean>(14).fill(false)),
  })
  .chain(({ metrics, peers, asIs, ...rest }) => {
    const time = windows(VIEWS[rest.view].time !== 'day')
    const filters = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: someConditions(1) },
    )
    const side = peers
      ? fc.record({ filters, window: fc.option(time, { freq: 1, nil: null }) })
      : fc.record({ filters: fc.constant([]), window: time })
    return fc
      .record({
        current: side,
        compare: side,
        window: peers ? time : fc.constant(null),
        compareDimension: peers
          ? fc.constantFrom('shop', 'kind', 'region', 'flag')
          : fc.constant(null),
      })
      .map((sides): Question => {
        const question = withoutRepeats({ ...rest, ...metrics, ...sides })
        return asIs ? question : answerable(question)
      })
  })

/** Each dimension once, and no condition of a side on the time, which its window is about. */
function withoutRepeats(question: Question): Question {
  const { time, grain } = VIEWS[question.view]
  const identity = (key: Key) =>
    `${key.name} ${key.name === 'metric_time' ? (key.grain ?? grain) : key.grain}`
  const entries = new Map<string, readonly Key[]>()
  for (const entry of question.dimensions) {
    const keys = [...new Map(entry.map((key) => [identity(key), key])).values()]
    entries.set(keys.map(identity).toSorted().join(), keys)
  }
  const timeless = (side: SideQuestion): SideQuestion => ({
    ...side,
    filters: side.filters.filter((one) => !fieldsOf(one).includes(time)),
  })
  return {
    ...question,
    dimensions: [...entries.values()],
    current: timeless(question.current),
    compare: timeless(question.compare),
  }
}

/** A question like another, without what most refusals are about. */
function answerable(question: Question): Question {
  const used = question.dimensions.flat().map(({ name }) => name)
  const own = question.temporaries.map((one, index): Temporary => {
    const step = question.temporaries.length > 1 && index > 0 ? null : one.step
    const specify = one.specify && {
      type: one.specify.type,
      dimensions:
        one.specify.type === 'INCLUDE'
          ? [...new Set([...one.specify.dimensions, ...used])]
          : DIMENSIONS.filter((name) => !used.includes(name)),
    }
    return { ...one, step, same: step === null ? one.same : null, specify }
  })
  const moved = own.some(({ same, period }) => same !== null || period !== null)
  const average = question.average && own.every(({ step }) => step === null)
  const ranged = (window: Window | null): Window | null => {
    const stretches = window === null ? [] : stretchesOf(window)
    const isRange =
      stretches?.length === 1 && stretches.every(({ from, to }) => Number.isFinite(from + to))
    if (window === null || isRange || (stretches !== null && !moved)) return window
    return moved || average
      ? { op: 'period', grain: 'MONTH', starts: ['2024-02-01'], written: 'suffix' }
      : window
  }
  const side = (one: SideQuestion) => ({ ...one, window: ranged(one.window) })
  return {
    ...question,
    average,
    temporaries: own,
    window: ranged(question.window),
    current: side(question.current),
    compare: side(question.compare),
  }
}
