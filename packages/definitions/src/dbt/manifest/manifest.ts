import { indexByName, Place } from '../../draft/place.ts'
import type { TableReference } from '../../draft/tables.ts'
import { type DbtConversion, readConversion } from './conversion.ts'
import { type DbtInput, readFilterTemplates, readInput, readSpan } from './inputs.ts'
import {
  type DbtMeasure,
  type DbtTexts,
  readAggregation,
  readMeasure,
  readTexts,
} from './measures.ts'
import { type DbtTimeSpine, readTable, readTimeSpines } from './time-spines.ts'

/** A semantic manifest of dbt, of its old and its new form. */
export interface DbtManifest {
  readonly models: ReadonlyMap<string, DbtModel>
  readonly metrics: ReadonlyMap<string, DbtMetric>
  readonly savedQueries: readonly DbtSavedQuery[]
  readonly timeSpines: readonly DbtTimeSpine[]
}

/** A semantic model. */
export interface DbtModel extends DbtTexts {
  readonly table: TableReference
  /** The time dimension of measures that name none. */
  readonly time: string | null
  readonly primaryEntity: string | null
  readonly entities: readonly DbtEntity[]
  readonly dimensions: ReadonlyMap<string, DbtDimension>
  readonly measures: ReadonlyMap<string, DbtMeasure>
}

/** An entity of a semantic model: a key by which models are joined. */
export interface DbtEntity extends DbtTexts {
  readonly type: 'primary' | 'unique' | 'foreign' | 'natural'
  readonly expr: string
}

/** A dimension of a semantic model. */
export interface DbtDimension extends DbtTexts {
  readonly type: 'categorical' | 'time'
  readonly expr: string
  /** Of a time. */
  readonly grain: string | null
  /** Of a time whether rows hold from it on, or until it; null for neither. */
  readonly validity: 'START' | 'END' | null
  readonly isPartition: boolean
}

/** A metric. */
export interface DbtMetric extends DbtTexts {
  readonly type: 'simple' | 'ratio' | 'derived' | 'cumulative' | 'conversion'
  readonly filters: readonly string[]
  readonly isPrivate: boolean
  /** Whether periods without rows are there (`join_to_timespine`). */
  readonly fillsPeriods: boolean
  /** The value that replaces NULL (`fill_nulls_with`); null where NULL stays. */
  readonly insteadOfNull: number | null
  readonly hasGrain: boolean
  /** Of simple and cumulative metrics; null where there is none. */
  readonly measure: DbtMeasure | null
  /** Of a ratio. */
  readonly numerator: DbtInput | null
  readonly denominator: DbtInput | null
  /** Of a derived metric. */
  readonly inputs: readonly DbtInput[]
  readonly expr: string | null
  /** Of a cumulative metric: `2 month`, a grain, or neither for all time. */
  readonly window: string | null
  readonly grainToDate: string | null
  /** Which value of a longer period: `first`, `last` or `average`. */
  readonly periodAggregate: string
  /** Of a cumulative metric over another metric. */
  readonly accumulated: DbtInput | null
  /** Of a conversion. */
  readonly conversion: DbtConversion | null
}

/** A saved query. */
export interface DbtSavedQuery extends DbtTexts {
  readonly metrics: readonly string[]
  readonly groupBy: readonly string[]
  readonly where: readonly string[]
}

/** Reads a semantic manifest. Throws `DEFINITIONS_INVALID_IMPORT` with the place where it is not one. */
export function readManifest(document: Place): DbtManifest {
  const models = indexByName(document.key('semantic_models').items().map(readModel))
  const read = document
    .key('metrics')
    .items()
    .map((place) => readMetric(place, models))
  const metrics = indexByName(
    read.map((metric) => addBaseMetric(resolveAccumulatedMetric(metric, read), read)),
  )
  for (const { at, numerator, denominator, accumulated, inputs } of metrics.values()) {
    for (const input of [numerator, denominator, accumulated, ...inputs]) {
      if (input !== null && !metrics.has(input.metric)) {
        at.fail(`names the metric "${input.metric}", which the file does not have`)
      }
    }
  }
  const savedQueries = document.key('saved_queries').items().map(readQuery)
  return { models, metrics, savedQueries, timeSpines: readTimeSpines(document, savedQueries) }
}

/** A cumulative metric over the simple metric that aggregates the same, where there is one. */
function resolveAccumulatedMetric(metric: DbtMetric, metrics: readonly DbtMetric[]): DbtMetric {
  const { measure } = metric
  if (metric.type !== 'cumulative' || metric.accumulated !== null || measure === null) return metric
  const base = findSimpleMetric({ ...metric, measure }, metrics)
  if (base === undefined) return metric
  const input = { metric: base.name, alias: null, filters: [], offset: null, offsetToGrain: null }
  return { ...metric, accumulated: { ...input, at: metric.at } }
}

/** A conversion whose base events the simple metric counts that aggregates the same, where there is one. */
function addBaseMetric(metric: DbtMetric, metrics: readonly DbtMetric[]): DbtMetric {
  const { conversion } = metric
  if (conversion === null || conversion.base.filters.length > 0) return metric
  const simpleMetric = findSimpleMetric({ ...conversion.base, fillsPeriods: false }, metrics)
  return { ...metric, conversion: { ...conversion, baseMetric: simpleMetric?.name ?? null } }
}

/** The simple metric without filters that aggregates the same. */
function findSimpleMetric(
  {
    measure,
    fillsPeriods,
    insteadOfNull,
  }: Pick<DbtMetric, 'fillsPeriods' | 'insteadOfNull'> & { readonly measure: DbtMeasure },
  metrics: readonly DbtMetric[],
): DbtMetric | undefined {
  return metrics.find(
    (candidate) =>
      candidate.type === 'simple' &&
      candidate.filters.length === 0 &&
      candidate.fillsPeriods === fillsPeriods &&
      candidate.insteadOfNull === insteadOfNull &&
      candidate.measure?.model === measure.model &&
      candidate.measure.agg === measure.agg &&
      candidate.measure.expr === measure.expr &&
      candidate.measure.fraction === measure.fraction &&
      candidate.measure.time === measure.time &&
      candidate.measure.nonAdditive === null &&
      measure.nonAdditive === null,
  )
}

function readModel(at: Place): DbtModel {
  const base = readTexts(at)
  const relation = at.key('node_relation')
  const defaults = at.key('defaults')
  const entities = at.key('entities').items().map(readEntity)
  const keys = (['primary', 'natural'] as const).flatMap((entityType) =>
    entities.filter(({ type }) => type === entityType),
  )
  return {
    ...base,
    table: readTable(relation),
    time: defaults.isAbsent ? null : defaults.key('agg_time_dimension').optionalText(),
    primaryEntity: at.key('primary_entity').optionalText() ?? keys[0]?.name ?? null,
    entities,
    dimensions: indexByName(at.key('dimensions').items().map(readDimension)),
    measures: indexByName(
      at
        .key('measures')
        .items()
        .map((measure) => readMeasure(measure, base.name)),
    ),
  }
}

function readEntity(at: Place): DbtEntity {
  const base = readTexts(at)
  const type = at.key('type').word(['primary', 'unique', 'foreign', 'natural'])
  return { ...base, type, expr: at.key('expr').scalarText() ?? base.name }
}

function readDimension(at: Place): DbtDimension {
  const base = readTexts(at)
  const params = at.key('type_params')
  return {
    ...base,
    type: at.key('type').word(['categorical', 'time']),
    expr: at.key('expr').scalarText() ?? base.name,
    grain: params.key('time_granularity').optionalText()?.toUpperCase() ?? null,
    validity: readValidity(params.key('validity_params')),
    isPartition: at.key('is_partition').flag(),
  }
}

function readValidity(at: Place): DbtDimension['validity'] {
  if (at.isAbsent) return null
  const [isStart, isEnd] = [at.key('is_start').flag(), at.key('is_end').flag()]
  return isStart === isEnd ? null : isStart ? 'START' : 'END'
}

function readMetric(at: Place, models: ReadonlyMap<string, DbtModel>): DbtMetric {
  const base = readTexts(at)
  const type = at.key('type').word(['simple', 'ratio', 'derived', 'cumulative', 'conversion'])
  const params = at.key('type_params')
  const measured = params.key('measure')
  const measure =
    type === 'simple' || type === 'cumulative' ? readMetricMeasure(params, base, models) : null
  const ofMeasure = measured.isAbsent || typeof measured.value === 'string' ? null : measured
  const cumulative = params.key('cumulative_type_params')
  const places = [params, ...(ofMeasure === null ? [] : [ofMeasure])]
  return {
    ...base,
    type,
    measure,
    filters: [
      ...readFilterTemplates(at),
      ...(ofMeasure === null ? [] : readFilterTemplates(ofMeasure)),
    ],
    isPrivate: params.key('is_private').flag(),
    fillsPeriods: places.some((place) => place.key('join_to_timespine').flag()),
    insteadOfNull:
      places
        .map((place) => place.key('fill_nulls_with').optionalNumber())
        .find((value) => value !== null) ?? null,
    hasGrain: !at.key('time_granularity').isAbsent,
    numerator: type === 'ratio' ? readInput(params.key('numerator')) : null,
    denominator: type === 'ratio' ? readInput(params.key('denominator')) : null,
    inputs: type === 'derived' ? params.key('metrics').items().map(readInput) : [],
    expr: params.key('expr').scalarText(),
    window: readSpan(cumulative.key('window')) ?? readSpan(params.key('window')),
    grainToDate:
      cumulative.key('grain_to_date').optionalText() ?? params.key('grain_to_date').optionalText(),
    periodAggregate: cumulative.key('period_agg').optionalText()?.toLowerCase() ?? 'first',
    accumulated:
      type === 'cumulative' && !cumulative.key('metric').isAbsent
        ? readInput(cumulative.key('metric'))
        : null,
    conversion:
      type === 'conversion'
        ? readConversion(params.key('conversion_type_params'), (place) =>
            findMeasureByName(place, models),
          )
        : null,
  }
}

/** The aggregation that stands in the metric, or the measure that it names. */
function readMetricMeasure(
  params: Place,
  metric: DbtTexts,
  models: ReadonlyMap<string, DbtModel>,
): DbtMeasure | null {
  const aggregationParams = params.key('metric_aggregation_params')
  if (!aggregationParams.isAbsent) {
    const model = aggregationParams.key('semantic_model').name()
    if (!models.has(model))
      aggregationParams.fail(`names the semantic model "${model}", which the file does not have`)
    const expr =
      aggregationParams.key('expr').scalarText() ?? params.key('expr').scalarText() ?? metric.name
    return { ...metric, ...readAggregation(aggregationParams, metric.name), expr, model }
  }
  const place = params.key('measure')
  return place.isAbsent ? null : findMeasureByName(place, models)
}

/** The measure that a place names. */
function findMeasureByName(place: Place, models: ReadonlyMap<string, DbtModel>): DbtMeasure {
  const name = typeof place.value === 'string' ? place.value : place.key('name').name()
  for (const model of models.values()) {
    const measure = model.measures.get(name)
    if (measure !== undefined) return { ...measure, time: measure.time ?? model.time }
  }
  return place.fail(`names the measure "${name}", which no semantic model of the file has`)
}

function readQuery(at: Place): DbtSavedQuery {
  const params = at.key('query_params')
  const listed = (name: string): readonly string[] =>
    params
      .key(name)
      .items()
      .map((item) => item.text())
  const where = params.key('where')
  const conditions =
    where.isAbsent || Array.isArray(where.value)
      ? listed('where')
      : readFilterTemplates(toFilterTemplate(params))
  return {
    ...readTexts(at),
    metrics: listed('metrics'),
    groupBy: listed('group_by'),
    where: conditions,
  }
}

function toFilterTemplate(params: Place): Place {
  const { document, steps, value } = params
  const { where } = value as { readonly where: unknown }
  return new Place({ filter: where }, document, steps)
}
