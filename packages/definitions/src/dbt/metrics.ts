import type { MetricDefinition } from '@tributary/catalog'
import { type Expr, print, rewrite, type ValueType } from '@tributary/expression'
import { type Draft, texts } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { readSql } from '../sql-text/read-sql.ts'
import type { DbtConversion } from './conversion.ts'
import {
  type DatasetSource,
  datasetKey,
  type ModelDataset,
  type ModelDatasets,
  readOfModel,
} from './datasets.ts'
import type { Elements } from './elements.ts'
import { EventDatasets } from './event-datasets.ts'
import { FilterReader } from './filters.ts'
import type { DbtInput } from './inputs.ts'
import type { DbtManifest, DbtMetric, DbtSavedQuery } from './manifest.ts'
import { toAtomicParts } from './measure.ts'
import type { DbtMeasure } from './measures.ts'
import { MembershipDimensions } from './membership-dimensions.ts'
import { inOrder } from './metric-order.ts'
import { periodOfCumulative, periodOfInput } from './periods.ts'
import { metricsInFilters } from './template.ts'

/** A metric that was made: what other metrics need to know of it. */
interface Made {
  readonly name: string
  readonly datasets: readonly ModelDataset[]
  readonly type: ValueType
}

/** Why a metric is left out, with what it stands on. */
class LeftOut extends Error {
  readonly causedBy: string | null

  constructor(reason: string, causedBy: string | null = null) {
    super(reason)
    this.causedBy = causedBy
  }
}

/** What a metric aggregates, and what it is where there are no rows. */
interface Aggregated {
  readonly measure: DbtMeasure
  readonly insteadOfNull: number | null
  readonly fillsPeriods?: boolean
}

interface AtomicOptions {
  readonly name: string
  /** @defaultValue no texts */
  readonly metric?: Pick<DbtMetric, 'label' | 'description'>
  readonly filters: readonly string[]
  /** @defaultValue that of the measure */
  readonly dataset?: string
}

const UNCATEGORIZED = { code: null, category: { id: '-1', name: 'Uncategorized' } } as const

/** Makes the metrics of a manifest; what cannot be made is said in the findings of the draft. */
export function makeMetrics(
  source: DatasetSource,
  { datasets, elements }: { readonly datasets: ModelDatasets; readonly elements: Elements },
): void {
  const maker = new MetricMaker(source, datasets, elements)
  for (const metric of inOrder(source.manifest)) maker.make(metric)
  for (const query of source.manifest.savedQueries) maker.askForConditions(query)
}

class MetricMaker {
  readonly #source: DatasetSource
  readonly #datasets: ModelDatasets
  readonly #filters: FilterReader
  readonly #elements: Elements
  readonly #made = new Map<string, Made>()
  readonly #events: EventDatasets
  /** Metrics with filters that formulas need, by what they are. */
  readonly #derived = new Map<string, Made>()
  readonly #names: ReadonlyMap<string, string>

  constructor(source: DatasetSource, datasets: ModelDatasets, elements: Elements) {
    this.#source = source
    this.#datasets = datasets
    this.#elements = elements
    this.#events = new EventDatasets(source)
    const memberships = new MembershipDimensions(source.draft, elements)
    this.#filters = new FilterReader(elements, source.dialect, memberships)
    const { names } = source.draft
    for (const name of this.#manifest.metrics.keys()) {
      source.draft.namesakes.set(name, names.metrics.take(name))
    }
    this.#names = source.draft.namesakes
  }

  get #draft(): Draft {
    return this.#source.draft
  }

  get #manifest(): DbtManifest {
    return this.#source.manifest
  }

  make(metric: DbtMetric): void {
    const subject: Subject = { kind: 'metric', name: metric.name, at: metric.at }
    try {
      const newMetric = this.#madeOf(metric, subject)
      this.#made.set(metric.name, newMetric)
      this.#note(metric, subject)
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error
      this.#draft.findings.add('LEFT_OUT', subject, error.message, error.causedBy)
    }
  }

  /** The conditions on metrics of a saved query, so that their dimensions are there. */
  askForConditions({ name, at, metrics, where }: DbtSavedQuery): void {
    for (const template of where) {
      const named = metricsInFilters([template])
      if (named.length === 0) continue
      const queriedMetrics = metrics.length === 0 ? named : metrics
      const datasets = new Set(
        queriedMetrics.flatMap((metric) => this.#made.get(metric)?.datasets ?? []),
      )
      this.#filters.read(template, [...datasets], { kind: 'saved query', name, at })
    }
  }

  #madeOf(metric: DbtMetric, subject: Subject): Made {
    switch (metric.type) {
      case 'simple':
        return this.#simple(metric, subject, this.#names.get(metric.name)!)
      case 'cumulative':
        return this.#cumulative(metric, subject)
      case 'conversion':
        return this.#conversion(metric, subject)
      default:
        return this.#formula(metric, subject)
    }
  }

  /** The metric that is accumulated, and its values up to a period. */
  #cumulative(metric: DbtMetric, subject: Subject): Made {
    const period = periodOfCumulative(metric)
    if ('refused' in period) throw new LeftOut(period.refused)
    const name = this.#names.get(metric.name)!
    const { accumulated } = metric
    const base =
      accumulated === null
        ? this.#simple(
            { ...metric, label: null },
            subject,
            this.#draft.names.metrics.take(`${name}_base`),
          )
        : this.#input(accumulated, metric, subject)
    const filters =
      accumulated === null ? [] : this.#conditions(metric.filters, base.datasets, subject)
    const isMean = 'take' in period && period.take === 'AVG'
    const effectivePeriod =
      isMean && !this.#addsUp(base.name) ? { ...period, take: 'LAST' as const } : period
    if (effectivePeriod !== period) {
      const message = 'by longer periods the value at their end, not the mean (period_agg)'
      this.#draft.findings.add('NOTE', subject, message)
    }
    const definition: MetricDefinition = {
      ...{ ...texts(name, metric), ...UNCATEGORIZED, type: 'DERIVED' },
      ...{ metric: base.name, filters, period: effectivePeriod },
    }
    this.#draft.add('metrics', definition, subject)
    return { ...base, name }
  }

  /** Whether a metric is one aggregate whose values at times follow from those of days. */
  #addsUp(name: string): boolean {
    const { metrics } = this.#draft
    const metric = metrics.find((candidate) => candidate.name === name)
    if (metric?.type === 'DERIVED') return this.#addsUp(metric.metric)
    return metric?.type === 'ATOMIC' && /^(SUM|COUNT|MIN|MAX)$/.test(metric.aggregate)
  }

  /** How many later events followed base events, or how many of these for each base event. */
  #conversion(metric: DbtMetric, subject: Subject): Made {
    const { conversion } = metric
    if (conversion === null) throw new LeftOut('a conversion without "base_measure"')
    const { base, event, isRate } = conversion
    if (base.filters.length > 0 || event.filters.length > 0) {
      throw new LeftOut('a conversion with a filter of its events')
    }
    const ends = { base: this.#datasetOf(base.measure), event: this.#datasetOf(event.measure) }
    const dataset = this.#events.of(conversion, ends, subject)
    if ('refused' in dataset) throw new LeftOut(dataset.refused)
    const conditions = this.#conditions(metric.filters, [ends.base], subject)
    const { names } = this.#draft
    const name = this.#names.get(metric.name)!
    const isPlain = !isRate && conditions.length === 0
    const later = this.#atomic(event, subject, {
      ...(isPlain ? { name, metric } : { name: names.metrics.take(`${name}_conversions`) }),
      dataset: dataset.name,
      filters: ['IsNotNull([metric_time])'],
    })
    const datasets = [ends.base]
    if (isPlain) return { ...later, datasets }
    const tree = isRate
      ? toQuotient(later, this.#baseEvents(conversion, name, subject))
      : toMetricField(later)
    return this.#filtered(metric, { tree, conditions, subject }, { ...later, datasets })
  }

  #baseEvents({ base, baseMetric }: DbtConversion, name: string, subject: Subject): Made {
    if (baseMetric !== null) return this.#madeMetric(baseMetric)
    return this.#atomic(base, subject, {
      name: this.#draft.names.metrics.take(`${name}_base`),
      filters: [],
    })
  }

  #note(metric: DbtMetric, subject: Subject): void {
    const note = (message: string): void => this.#draft.findings.add('NOTE', subject, message)
    if (metric.insteadOfNull !== null && metric.insteadOfNull !== 0) {
      note(`0 in place of ${metric.insteadOfNull} where it has no rows (fill_nulls_with)`)
    }
    if (metric.measure?.isApproximate === true) note('computed exactly, not approximately')
  }

  #simple(metric: DbtMetric, subject: Subject, name: string): Made {
    const { measure } = metric
    if (measure === null) throw new LeftOut('it has no aggregation')
    const of = this.#datasetOf(measure)
    const filters = this.#conditions(metric.filters, [of], subject)
    return this.#atomic({ ...metric, measure }, subject, { name, metric, filters })
  }

  /** The dataset that a measure aggregates. */
  #datasetOf({ model, time }: DbtMeasure): ModelDataset {
    const of = this.#datasets.get(datasetKey(model, time, this.#manifest.models.get(model)!.time))
    if (of !== undefined) return of
    if (!this.#datasets.has(model)) throw new LeftOut(`${model} is left out`, model)
    throw new LeftOut(`its time "${time}" is no column with dates`)
  }

  /** An aggregate over the dataset of a measure, or over another dataset of the same table. */
  #atomic(
    { measure, insteadOfNull, fillsPeriods = false }: Aggregated,
    subject: Subject,
    { name, metric = { label: null, description: null }, filters, dataset }: AtomicOptions,
  ): Made {
    const of = this.#datasetOf(measure)
    const place = { name: of.name, model: of.model, table: of.dataset }
    const reading = readOfModel(measure.expr, place, this.#source.dialect)
    if (reading.tree === null) throw new LeftOut(`${measure.expr}: ${reading.refusal.message}`)
    for (const { message } of reading.notes) this.#draft.findings.add('NOTE', subject, message)
    const parts = toAtomicParts(measure, { tree: reading.tree, type: reading.type })
    if ('refused' in parts) throw new LeftOut(parts.refused)
    const { tree, aggregate, fraction, type } = parts
    const nonAdditive = this.#nonAdditive(measure, of)
    const rows = dataset ?? of.name
    const definition: MetricDefinition = {
      ...{ ...texts(name, metric), ...UNCATEGORIZED, type: 'ATOMIC', dataset: rows },
      ...{ aggregate, fraction, filters, ...(nonAdditive && { nonAdditive }) },
      ...(insteadOfNull === null && { nullWhenEmpty: true }),
      ...(fillsPeriods && { fillsPeriods: true }),
      ...(dataset === undefined && of.otherTime !== null && { time: of.otherTime }),
      expr: tree === null ? null : this.#draft.printRows(ofDataset(tree, of.name, rows), rows),
    }
    this.#draft.add('metrics', definition, subject)
    return { name, datasets: [of], type }
  }

  #nonAdditive({ nonAdditive, time, model }: DbtMeasure, of: ModelDataset) {
    if (nonAdditive === null) return null
    const { name, choice, groupings } = nonAdditive
    if (name !== (time ?? this.#manifest.models.get(model)!.time)) {
      throw new LeftOut(`a balance at the times of ${name}, which is not its own time`)
    }
    const per = groupings.map((entity) => {
      const element = this.#elements.find(of, [entity])
      if ('refused' in element) throw new LeftOut(element.refused)
      return element.name
    })
    return { take: choice === 'max' ? ('LAST' as const) : ('FIRST' as const), per }
  }

  #formula(metric: DbtMetric, subject: Subject): Made {
    const { tree, type, inputs } =
      metric.type === 'ratio' ? this.#ratio(metric, subject) : this.#derivation(metric, subject)
    const datasets = [...new Set(inputs.flatMap((input) => input.datasets))]
    const conditions = this.#conditions(metric.filters, datasets, subject)
    return this.#filtered(metric, { tree, conditions, subject }, { datasets, type })
  }

  /** A formula, or a formula of all rows and a metric of those that fulfil the conditions. */
  #filtered(
    metric: DbtMetric,
    {
      tree,
      conditions,
      subject,
    }: {
      readonly tree: Expr
      readonly conditions: readonly string[]
      readonly subject: Subject
    },
    base: Omit<Made, 'name'>,
  ): Made {
    const name = this.#names.get(metric.name)!
    const { names } = this.#draft
    const ofAll = conditions.length === 0 ? name : names.metrics.take(`${name}_all`)
    const formula: MetricDefinition = {
      ...{ ...texts(ofAll, metric), ...UNCATEGORIZED, type: 'COMPOSITE', dataset: null },
      expr: print(tree),
    }
    this.#draft.add('metrics', formula, subject)
    if (conditions.length > 0) {
      const filtered: MetricDefinition = {
        ...{ ...texts(name, metric), ...UNCATEGORIZED, type: 'DERIVED' },
        ...{ metric: ofAll, filters: conditions },
      }
      this.#draft.add('metrics', filtered, subject)
    }
    return { ...base, name }
  }

  #ratio(metric: DbtMetric, subject: Subject) {
    const [a, b] = [metric.numerator, metric.denominator].map((input) =>
      this.#input(input!, metric, subject),
    ) as [Made, Made]
    const tree = toQuotient(a, b)
    return { tree, type: 'DOUBLE' as ValueType, inputs: [a, b] }
  }

  #derivation(metric: DbtMetric, subject: Subject) {
    const inputs = new Map(
      metric.inputs.map((input) => [
        input.alias ?? input.metric,
        this.#input(input, metric, subject),
      ]),
    )
    const reading = readSql(metric.expr ?? '', {
      dialect: this.#source.dialect,
      resolve: (parts) => {
        const written = parts.map(({ text }) => text).join('.')
        const input = inputs.get(written)
        if (input === undefined) return { refused: `${written} is none of its metrics` }
        return {
          tree: { kind: 'field', name: input.name, span: { start: 0, end: 0 } },
          type: input.type,
        }
      },
    })
    if (reading.tree === null) throw new LeftOut(`${metric.expr}: ${reading.refusal.message}`)
    for (const { message } of reading.notes) this.#draft.findings.add('NOTE', subject, message)
    return { tree: reading.tree, type: reading.type, inputs: [...inputs.values()] }
  }

  /** The metric that a formula names, with the filters that it gives it. */
  #input(input: DbtInput, metric: DbtMetric, subject: Subject): Made {
    const base = this.#madeMetric(input.metric)
    const period = periodOfInput(input)
    if (period !== null && 'refused' in period) throw new LeftOut(period.refused)
    if (input.filters.length === 0 && period === null) return base
    const filters = this.#conditions(input.filters, base.datasets, subject)
    const key = JSON.stringify([base.name, filters, period])
    const cachedMetric = this.#derived.get(key)
    if (cachedMetric !== undefined) return cachedMetric
    const { names } = this.#draft
    const wanted = `${metric.name}_${input.alias ?? input.metric}`
    const name =
      input.alias === null ? names.metrics.take(wanted) : names.metrics.take(input.alias, wanted)
    const definition: MetricDefinition = {
      ...{ ...texts(name, { label: null, description: null }), ...UNCATEGORIZED, type: 'DERIVED' },
      ...{ metric: base.name, filters, ...(period !== null && { period }) },
    }
    this.#draft.add('metrics', definition, subject)
    const derivedMetric = { ...base, name }
    this.#derived.set(key, derivedMetric)
    return derivedMetric
  }

  #madeMetric(name: string): Made {
    const metric = this.#made.get(name)
    if (metric !== undefined) return metric
    throw new LeftOut(`it stands on ${name}, which is no metric here`, name)
  }

  #conditions(
    filters: readonly string[],
    datasets: readonly ModelDataset[],
    subject: Subject,
  ): readonly string[] {
    return filters.map((template) => {
      const reading = this.#filters.read(template, datasets, subject)
      if ('refused' in reading) throw new LeftOut(reading.refused)
      for (const note of reading.notes) this.#draft.findings.add('NOTE', subject, note)
      return print(reading.tree)
    })
  }
}

const NO_PLACE = { start: 0, end: 0 }

function toMetricField({ name }: Made): Expr {
  return { kind: 'field', name, span: NO_PLACE }
}

function toQuotient(a: Made, b: Made): Expr {
  return {
    kind: 'arithmetic',
    op: '/',
    left: toMetricField(a),
    right: toMetricField(b),
    span: NO_PLACE,
  }
}

/** An expression about the rows of a dataset as one about those of another dataset of the same table. */
function ofDataset(tree: Expr, dataset: string, targetDataset: string): Expr {
  return rewrite(tree, (node) =>
    node.kind === 'column' && node.dataset === dataset ? { ...node, dataset: targetDataset } : node,
  )
}
