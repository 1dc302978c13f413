import type { Catalog, MetricDefinition } from '@tributary/catalog'
import { type Expr, findFunction, print, rewrite, walk } from '@tributary/expression'
import { catalogOfDatasets } from '../draft/catalog-of-datasets.ts'
import { texts } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { columnMeaning } from '../draft/tables.ts'
import type { NameMeaning } from '../sql-text/context.ts'
import { readSql } from '../sql-text/read-sql.ts'
import type { NamePart } from '../sql-text/sql-tree.ts'
import type { MadeDataset, OssieSource } from './datasets.ts'
import { textIn } from './dialect.ts'
import type { OssieMetric } from './model.ts'

const UNCATEGORIZED = { code: null, category: { id: '-1', name: 'Uncategorized' } } as const

type Made = ReadonlyMap<string, MadeDataset>

/** Makes the metrics of a model; what cannot be made is said in the findings of the draft. */
export function makeMetrics(source: OssieSource, datasets: Made): void {
  const { model, draft } = source
  const catalog = catalogOfDatasets(draft.datasets)
  for (const name of model.metrics.keys()) draft.namesakes.set(name, draft.names.metrics.take(name))
  for (const metric of model.metrics.values()) {
    const subject: Subject = { kind: 'metric', name: metric.name, at: metric.at }
    const reason = makeMetric(metric, { source, datasets, catalog, subject })
    if (reason !== null) draft.findings.add('LEFT_OUT', subject, reason)
  }
}

interface Place {
  readonly source: OssieSource
  readonly datasets: Made
  readonly catalog: Catalog
  readonly subject: Subject
}

/** Makes a metric; gives the reason where it cannot be made. */
function makeMetric(metric: OssieMetric, place: Place): string | null {
  const { source, datasets, subject } = place
  const { draft, dialect } = source
  const text = textIn(metric.expression, dialect)
  if ('refused' in text) return text.refused
  const reading = readSql(text.text, {
    dialect: dialect.dialect,
    resolve: (parts) => meaningOf(parts, datasets),
  })
  if (reading.tree === null) return `${text.text}: ${reading.refusal.message}`
  const { tree } = reading
  const base = baseOf(tree, place)
  const name = draft.namesakes.get(metric.name)!
  if (base === null) {
    const formula = formulaOfFacts({ tree, text: text.text }, { name, metric }, place)
    if (typeof formula === 'string') return formula
  } else {
    const counted = whatCountsTwice(tree, base, text.text)
    if (counted !== null) return counted
    draft.add(
      'metrics',
      { ...texts(name, metric), ...bodyOf(tree, base, place) } as MetricDefinition,
      subject,
    )
    noteRelated(tree, base, place)
  }
  for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
  return null
}

/** The meaning of `dataset.field`, or of a field that one dataset has. */
function meaningOf(parts: readonly NamePart[], datasets: Made): NameMeaning {
  const written = parts.map(({ text }) => text).join('.')
  const last = parts.at(-1)!
  const own = parts.at(-2)
  if (own !== undefined) {
    const of = datasets.get(own.text)
    return of === undefined
      ? { refused: `${written}: there is no dataset ${own.text}` }
      : fieldOf(of, last)
  }
  const fits = [...datasets.values()].flatMap((of) => {
    const meaning = fieldOf(of, last)
    return 'refused' in meaning ? [] : [meaning]
  })
  if (fits.length === 1) return fits[0]!
  return {
    refused:
      fits.length === 0
        ? `no dataset has a field ${written}`
        : `several datasets have a field ${written}`,
  }
}

function fieldOf({ dataset, fields }: MadeDataset, part: NamePart): NameMeaning {
  return fields.get(part.text) ?? columnMeaning(dataset, part)
}

function datasetsIn(tree: Expr): ReadonlySet<string> {
  const names = new Set<string>()
  walk(tree, (node) => void (node.kind === 'column' && names.add(node.dataset)))
  return names
}

/** The dataset from whose rows relations lead to all others; null where there is none. */
function baseOf(tree: Expr, { catalog }: Place): string | null {
  const names = [...datasetsIn(tree)]
  if (names.length === 0) {
    const [only, ...others] = catalog.datasets.all
    return only !== undefined && others.length === 0 ? only.name : null
  }
  const leadsToAll = (base: string): boolean => {
    const reach = catalog.reach(catalog.datasets.byName(base)!)
    return names.every((name) => name === base || Array.isArray(reach.get(name)))
  }
  return names.find(leadsToAll) ?? null
}

/** Functions whose value does not depend on how often a row counts. */
const IDEMPOTENT = new Set([
  ...['CountDistinct', 'SumDistinct', 'Min', 'Max', 'AnyValue', 'BoolOr', 'BoolAnd'],
])

function isAggregate(node: Expr): node is Extract<Expr, { kind: 'call' }> {
  return node.kind === 'call' && findFunction(node.name)?.family === 'aggregate'
}

/** The first aggregate of rows of a related dataset alone, which would count each once for every row of the base. */
function whatCountsTwice(tree: Expr, base: string, text: string): string | null {
  let found: string | null = null
  walk(tree, (node) => {
    if (!isAggregate(node) || IDEMPOTENT.has(node.name)) return
    const names = [...datasetsIn(node)]
    if (names.length > 0 && !names.includes(base)) {
      found ??= `${writtenAs(node, text)} would count a row of ${names[0]} once for each row of ${base}`
    }
  })
  return found
}

function writtenAs({ span }: Expr, text: string): string {
  return text.slice(span.start, span.end)
}

function noteRelated(tree: Expr, base: string, { source, subject }: Place): void {
  walk(tree, (node) => {
    if (!isAggregate(node) || node.name !== 'CountDistinct') return
    const [name] = [...datasetsIn(node)]
    if (name === undefined || name === base) return
    source.draft.findings.add('NOTE', subject, `counts those of ${name} that have a row in ${base}`)
  })
}

const ATOMIC: Readonly<Record<string, string>> = {
  Sum: 'SUM',
  Count: 'COUNT',
  CountDistinct: 'COUNT_DISTINCT',
  Avg: 'AVG',
  Min: 'MIN',
  Max: 'MAX',
  AnyValue: 'MIN',
  Median: 'MEDIAN',
  StdDev: 'STDDEV',
  Variance: 'VARIANCE',
}

/** Whether a metric is TRUE or FALSE, which has the numbers 1 and 0 here. */
function isCondition(tree: Expr): boolean {
  return tree.kind === 'call' && (tree.name === 'BoolOr' || tree.name === 'BoolAnd')
}

/** One aggregate is an ATOMIC metric, anything else a formula of aggregates. */
function bodyOf(tree: Expr, base: string, { source }: Place) {
  const aggregate = tree.kind === 'call' && tree.args.length < 2 ? ATOMIC[tree.name] : undefined
  const printed = (one: Expr): string => source.draft.printRows(one, base)
  if (aggregate === undefined || tree.kind !== 'call') {
    const expr = isCondition(tree) ? `If(${printed(tree)}, 1, 0)` : printed(tree)
    return { ...UNCATEGORIZED, type: 'COMPOSITE', dataset: base, expr }
  }
  const [argument] = tree.args
  const expr = argument === undefined ? null : printed(argument)
  return {
    ...UNCATEGORIZED,
    type: 'ATOMIC',
    dataset: base,
    aggregate,
    fraction: null,
    expr,
    filters: [],
  }
}

/** A formula of aggregates of several facts: a metric for each, and one of them. */
function formulaOfFacts(
  { tree, text }: { readonly tree: Expr; readonly text: string },
  { name, metric }: { readonly name: string; readonly metric: OssieMetric },
  place: Place,
): string | null {
  const { source, subject, catalog } = place
  const names = [...datasetsIn(tree)]
  if (names.length === 0) return 'it names no dataset'
  const parts: MetricDefinition[] = []
  let reason: string | null = null
  const formula = rewrite(tree, (node) => {
    if (!isAggregate(node)) return node
    const base = baseOf(node, place)
    const twice =
      base === null
        ? `${writtenAs(node, text)} names several datasets that no relation joins, or none`
        : whatCountsTwice(node, base, text)
    if (base === null || twice !== null) {
      reason ??= twice
      return node
    }
    const part = source.draft.names.metrics.take(
      `${name}_of_${catalog.datasets.byName(base)!.name}`,
    )
    const label = { label: null, description: null }
    parts.push({ ...texts(part, label), ...bodyOf(node, base, place) } as MetricDefinition)
    return { kind: 'field', name: part, span: node.span }
  })
  if (reason !== null) return reason
  if (datasetsIn(formula).size > 0) return 'a column outside aggregates'
  for (const part of parts) source.draft.add('metrics', part, subject)
  const whole = {
    ...UNCATEGORIZED,
    type: 'COMPOSITE' as const,
    dataset: null,
    expr: print(formula),
  }
  source.draft.add('metrics', { ...texts(name, metric), ...whole }, subject)
  return null
}
