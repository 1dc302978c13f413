import type { MetricDefinition } from '@tributary/catalog'
import { type Expr, print, type ValueType } from '@tributary/expression'
import { toTexts, UNCATEGORIZED } from '../../draft/draft.ts'
import type { Subject } from '../../draft/findings.ts'
import { readSql } from '../../sql-text/read-sql.ts'
import type { DbtInput } from '../manifest/inputs.ts'
import type { DbtMetric } from '../manifest/manifest.ts'
import {
  findMetric,
  type ImportedMetric,
  type MetricContext,
  type Refusal,
  readConditions,
} from './metric-context.ts'
import { toInputPeriod } from './periods.ts'

/** A formula of metrics with its inputs. */
interface Formula {
  readonly tree: Expr
  readonly type: ValueType
  readonly inputs: readonly ImportedMetric[]
}

/** Adds a ratio or a derived metric. */
export function importFormula(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
): ImportedMetric | Refusal {
  const formula =
    metric.type === 'ratio'
      ? readRatio(context, metric, subject)
      : readDerivation(context, metric, subject)
  if ('refused' in formula) return formula
  const { tree, type, inputs } = formula
  const datasets = [...new Set(inputs.flatMap((input) => input.datasets))]
  const conditions = readConditions(context, metric.filters, datasets, subject)
  if ('refused' in conditions) return conditions
  return addFormula(context, metric, { tree, conditions, subject }, { datasets, type })
}

/** Adds a formula; with conditions, a formula of all rows and a metric of the rows that fulfil them. */
export function addFormula(
  { source: { draft } }: MetricContext,
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
  base: Omit<ImportedMetric, 'name'>,
): ImportedMetric {
  const name = draft.namesakes.get(metric.name)!
  const formulaName = conditions.length === 0 ? name : draft.names.metrics.take(`${name}_all`)
  const formula: MetricDefinition = {
    ...toTexts(formulaName, metric),
    ...UNCATEGORIZED,
    type: 'COMPOSITE',
    dataset: null,
    expr: print(tree),
  }
  draft.add('metrics', formula, subject)
  if (conditions.length > 0) {
    const filtered: MetricDefinition = {
      ...toTexts(name, metric),
      ...UNCATEGORIZED,
      type: 'DERIVED',
      metric: formulaName,
      filters: conditions,
    }
    draft.add('metrics', filtered, subject)
  }
  return { ...base, name }
}

function readRatio(context: MetricContext, metric: DbtMetric, subject: Subject): Formula | Refusal {
  const numerator = importInput(context, metric.numerator!, metric, subject)
  if ('refused' in numerator) return numerator
  const denominator = importInput(context, metric.denominator!, metric, subject)
  if ('refused' in denominator) return denominator
  const tree = toQuotient(numerator, denominator)
  return { tree, type: 'DOUBLE', inputs: [numerator, denominator] }
}

function readDerivation(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
): Formula | Refusal {
  const inputs = new Map<string, ImportedMetric>()
  for (const input of metric.inputs) {
    const imported = importInput(context, input, metric, subject)
    if ('refused' in imported) return imported
    inputs.set(input.alias ?? input.metric, imported)
  }
  const { dialect, draft } = context.source
  const reading = readSql(metric.expr ?? '', {
    dialect,
    resolve: (parts) => {
      const written = parts.map(({ text }) => text).join('.')
      const input = inputs.get(written)
      if (input === undefined) return { refused: `${written} is none of its metrics` }
      return { tree: toMetricField(input), type: input.type }
    },
  })
  if (reading.tree === null) return { refused: `${metric.expr}: ${reading.refusal.message}` }
  for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
  return { tree: reading.tree, type: reading.type, inputs: [...inputs.values()] }
}

/** The metric that a formula names; with filters or a period, a metric of its own that formulas share. */
export function importInput(
  context: MetricContext,
  input: DbtInput,
  metric: DbtMetric,
  subject: Subject,
): ImportedMetric | Refusal {
  const base = findMetric(context, input.metric)
  if ('refused' in base) return base
  const period = toInputPeriod(input)
  if (period !== null && 'refused' in period) return period
  if (input.filters.length === 0 && period === null) return base
  const filters = readConditions(context, input.filters, base.datasets, subject)
  if ('refused' in filters) return filters
  const key = JSON.stringify([base.name, filters, period])
  const cachedMetric = context.derived.get(key)
  if (cachedMetric !== undefined) return cachedMetric
  const { draft } = context.source
  const longName = `${metric.name}_${input.alias ?? input.metric}`
  const name =
    input.alias === null
      ? draft.names.metrics.take(longName)
      : draft.names.metrics.take(input.alias, longName)
  const definition: MetricDefinition = {
    ...toTexts(name, { label: null, description: null }),
    ...UNCATEGORIZED,
    type: 'DERIVED',
    metric: base.name,
    filters,
    ...(period !== null && { period }),
  }
  draft.add('metrics', definition, subject)
  const derivedMetric = { ...base, name }
  context.derived.set(key, derivedMetric)
  return derivedMetric
}

const NO_PLACE = { start: 0, end: 0 }

/** A metric as a node of a formula. */
export function toMetricField({ name }: ImportedMetric): Expr {
  return { kind: 'field', name, span: NO_PLACE }
}

/** The quotient of two metrics. */
export function toQuotient(a: ImportedMetric, b: ImportedMetric): Expr {
  const [left, right] = [toMetricField(a), toMetricField(b)]
  return { kind: 'arithmetic', op: '/', left, right, span: NO_PLACE }
}
