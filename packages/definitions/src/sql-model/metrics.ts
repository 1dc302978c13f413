import type { Catalog, MetricDefinition } from '@tributary/catalog'
import { type Expr, print, rewrite } from '@tributary/expression'
import { createDatasetCatalog } from '../draft/create-dataset-catalog.ts'
import { toTexts, UNCATEGORIZED } from '../draft/draft.ts'
import { sortInputsFirst } from '../draft/sort-inputs-first.ts'
import {
  canReach,
  collectDatasets,
  findBaseDataset,
  findDoubleCount,
  findJoinedCounts,
  type MetricBody,
  sliceText,
  toMetricBody,
} from './bodies.ts'
import { isAggregate } from './fields.ts'
import { type ImportedDatasets, lookUp } from './names.ts'
import { findMetricKey, MetricReader, type ReadMetric } from './read-metrics.ts'
import type { SqlMetric, SqlModelSource } from './sql-model.ts'

/** Adds the metrics of a model to the draft; the findings name those that are left out, and why. */
export function makeMetrics(source: SqlModelSource, datasets: ImportedDatasets): void {
  const { model, draft } = source
  const reader = new MetricReader(model, datasets)
  for (const { key, name, dataset } of model.metrics) {
    const longer = dataset === null ? name : `${model.datasets.get(dataset)!.name}_${name}`
    draft.namesakes.set(key, draft.names.metrics.take(name, longer))
  }
  const read = new Map<string, ReadMetric>()
  for (const metric of model.metrics) {
    const reading = reader.read(metric)
    if ('tree' in reading) read.set(metric.key, reading)
    else {
      const subject = { kind: 'metric', name: metric.key, at: metric.at } as const
      draft.findings.add('LEFT_OUT', subject, reading.refused, reading.by)
    }
  }
  const ofPeriods = new Set<string>()
  const catalog = createDatasetCatalog(draft.datasets)
  const place: MakingPlace = { source, datasets, catalog, ofPeriods }
  const definedKeys = new Set<string>()
  const newMetric = sortInputsFirst(read, {
    isWanted: ({ metric }) => !metric.isPrivate,
    listInputs: ({ inputs }) => inputs,
    failForCycle: ({ metric }, through) =>
      metric.at.fail(`the metric ${metric.key} refers to itself through ${through}`),
  })
  for (const reading of newMetric) {
    const leftOutKey = reading.inputs.find((key) => !definedKeys.has(key))
    const reason =
      leftOutKey === undefined
        ? makeMetric(reading, place)
        : `it stands on ${leftOutKey}, which is left out`
    if (reason !== null) draft.findings.add('LEFT_OUT', reading.subject, reason, leftOutKey ?? null)
    else definedKeys.add(reading.metric.key)
    const isOfPeriod =
      reading.metric.period !== undefined || reading.inputs.some((key) => ofPeriods.has(key))
    if (isOfPeriod) ofPeriods.add(reading.metric.key)
  }
}

interface MakingPlace {
  readonly source: SqlModelSource
  readonly datasets: ImportedDatasets
  readonly catalog: Catalog
  /** The keys of metrics of another period, and of metrics that refer to them. */
  readonly ofPeriods: ReadonlySet<string>
}

/** Makes a metric; gives the reason where it cannot be made. */
function makeMetric(reading: ReadMetric, place: MakingPlace): string | null {
  const { metric, subject, tree, inputs } = reading
  const { draft } = place.source
  const name = draft.namesakes.get(metric.key)!
  const base = inputs.length > 0 ? null : findRowDataset(tree, reading, place)
  if (base === null) {
    const reason = makeFormula(reading, name, place)
    if (reason !== null) return reason
  } else {
    const reason = findRowRefusal(tree, base, reading, place) ?? findPeriodRefusal(metric, place)
    if (reason !== null) return reason
    addWithPeriod(
      { name, metricTexts: metric, body: toMetricBody(tree, base, draft) },
      reading,
      place,
    )
    for (const counted of metric.isOfJoinedRows ? [] : findJoinedCounts(tree, base)) {
      const message = `counts those of ${counted} that have a row in ${base}`
      draft.findings.add('NOTE', subject, message)
    }
  }
  for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
  for (const message of metric.notes) draft.findings.add('NOTE', subject, message)
  return null
}

/** The dataset whose rows an expression aggregates, by the name that it has here. */
function findRowDataset(tree: Expr, { metric }: ReadMetric, { datasets, catalog }: MakingPlace) {
  return metric.dataset === null
    ? findBaseDataset(tree, catalog)
    : datasets.get(metric.dataset)!.dataset.name
}

/** Why an expression cannot be aggregated over the rows of a dataset. */
function findRowRefusal(
  tree: Expr,
  base: string,
  { metric, text }: ReadMetric,
  { catalog }: MakingPlace,
): string | null {
  const names = collectDatasets(tree)
  if (!canReach(base, names, catalog)) {
    const far = [...names].find((name) => !canReach(base, [name], catalog))
    return far !== undefined && canReach(far, [base], catalog)
      ? `${text}: a row of ${base} has many of ${far} and would count once for each`
      : `${text}: no one way leads from ${base} to ${far}`
  }
  return metric.isOfJoinedRows ? null : findDoubleCount(tree, base, text)
}

/** Why a metric cannot be of another period by the field that it names: it is not the time of the dataset, or no column of dates. */
function findPeriodRefusal(
  { dataset: datasetKey, periodBy, period }: SqlMetric,
  { datasets }: MakingPlace,
): string | null {
  if (periodBy === undefined || datasetKey === null) return null
  const { dataset, fields } = datasets.get(datasetKey)!
  const tree = lookUp(fields, { text: periodBy, quoted: false })?.tree
  const isTime =
    tree?.kind === 'column' &&
    tree.dataset === dataset.name &&
    dataset.time?.via === undefined &&
    tree.column === dataset.time?.column
  const column = isTime ? dataset.columns.find(({ name }) => name === tree.column) : undefined
  if (period?.kind === 'before') {
    return isTime ? null : `it is shifted by ${periodBy}, which is not the time of ${dataset.name}`
  }
  return column?.originDataType === 'DATE'
    ? null
    : `its window goes by ${periodBy}, which is not the time of ${dataset.name} as a column of dates`
}

/** A formula of metrics, or of aggregates of several facts: a metric for each aggregate, and one of them. */
function makeFormula(reading: ReadMetric, name: string, place: MakingPlace): string | null {
  const { tree, text, metric, inputs, subject } = reading
  const { draft } = place.source
  const { period } = metric
  if (period !== undefined && period.kind !== 'before') {
    return `${text}: a formula over another period`
  }
  const shifted =
    period === undefined
      ? null
      : (findShiftRefusal(reading, place) ?? findPeriodRefusal(metric, place))
  if (shifted !== null) return shifted
  if (inputs.length === 0 && collectDatasets(tree).size === 0) return 'it names no dataset'
  const parts: { readonly name: string; readonly body: MetricBody }[] = []
  let reason: string | null = null
  const formula = rewrite(tree, (node) => {
    const key = findMetricKey(node)
    if (key !== null) return { kind: 'field', name: draft.namesakes.get(key)!, span: node.span }
    if (!isAggregate(node)) return node
    const base = findRowDataset(node, reading, place)
    const refused =
      base === null
        ? `${sliceText(node, text)} names several datasets that no relation joins, or none`
        : findRowRefusal(node, base, reading, place)
    if (base === null || refused !== null) {
      reason ??= refused
      return node
    }
    const part = draft.names.metrics.take(`${name}_of_${base}`)
    parts.push({ name: part, body: toMetricBody(node, base, draft) })
    return { kind: 'field', name: part, span: node.span }
  })
  if (reason !== null) return reason
  if (collectDatasets(formula).size > 0) return `${text}: a column outside aggregates`
  for (const part of parts) {
    addMetricWithFilters(
      { ...part, metricTexts: { label: null, description: null } },
      reading,
      place,
    )
  }
  const composite = {
    ...UNCATEGORIZED,
    type: 'COMPOSITE' as const,
    dataset: null,
    expr: print(formula),
  }
  if (period === undefined) {
    draft.add('metrics', { ...toTexts(name, metric), ...composite }, subject)
    return null
  }
  const only = formula.kind === 'field' && parts.length === 0 ? formula.name : null
  const baseName = only ?? draft.names.metrics.take(`${name}_base`)
  const plain = { label: null, description: null }
  if (only === null) draft.add('metrics', { ...toTexts(baseName, plain), ...composite }, subject)
  const derived = {
    ...UNCATEGORIZED,
    type: 'DERIVED' as const,
    metric: baseName,
    filters: [],
    period,
  }
  draft.add('metrics', { ...toTexts(name, metric), ...derived }, subject)
  return null
}

/** Why a formula cannot be of another period: one of its metrics is already. */
function findShiftRefusal({ inputs, text }: ReadMetric, { ofPeriods }: MakingPlace): string | null {
  const far = inputs.find((key) => ofPeriods.has(key))
  return far === undefined ? null : `${text}: ${far} is of another period already`
}

interface NewMetric {
  readonly name: string
  readonly metricTexts: { readonly label: string | null; readonly description: string | null }
  readonly body: MetricBody
}

/** Adds a metric, and that of its other period where it has one. */
function addWithPeriod(newMetric: NewMetric, reading: ReadMetric, place: MakingPlace): void {
  const { draft } = place.source
  const { period } = reading.metric
  if (period === undefined) {
    addMetricWithFilters(newMetric, reading, place)
    return
  }
  const base = draft.names.metrics.take(`${newMetric.name}_base`)
  const plain = { label: null, description: null }
  addMetricWithFilters({ name: base, metricTexts: plain, body: newMetric.body }, reading, place)
  const derived = { ...UNCATEGORIZED, type: 'DERIVED' as const, metric: base, filters: [], period }
  draft.add(
    'metrics',
    { ...toTexts(newMetric.name, newMetric.metricTexts), ...derived },
    reading.subject,
  )
}

/** Adds a metric with the filters of the document: a formula needs another metric for them. */
function addMetricWithFilters(
  { name, metricTexts, body }: NewMetric,
  { filters, subject }: ReadMetric,
  { source }: MakingPlace,
): void {
  const { draft } = source
  const base = body.dataset!
  const conditions = filters.map((filter) => draft.printRows(filter, base))
  const add = (metric: MetricDefinition): void => draft.add('metrics', metric, subject)
  if (body.type === 'ATOMIC') {
    add({ ...toTexts(name, metricTexts), ...body, filters: conditions })
    return
  }
  const unfilteredName = conditions.length === 0 ? name : draft.names.metrics.take(`${name}_all`)
  add({ ...toTexts(unfilteredName, metricTexts), ...body })
  if (conditions.length === 0) return
  const derived = {
    ...UNCATEGORIZED,
    type: 'DERIVED' as const,
    metric: unfilteredName,
    filters: conditions,
  }
  add({ ...toTexts(name, metricTexts), ...derived })
}
