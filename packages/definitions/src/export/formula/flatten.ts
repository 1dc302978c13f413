import type {
  Catalog,
  DatasetDefinition,
  DimensionDefinition,
  MetricDefinition,
} from '@tributary/catalog'
import { findPathEnd, meaningIn } from '@tributary/catalog/internal'
import { type Expr, findFunction, parse, print, rewrite, walk } from '@tributary/expression'
import { refuseExport } from './refusal.ts'

const SPAN = { start: 0, end: 0 }

type Call = Extract<Expr, { kind: 'call' }>

/** A call of an aggregate over the rows of a dataset. */
export interface AggregateCall extends Call {
  readonly dataset: string
}

/**
 * A metric as one formula of aggregates of columns, `['orders'/'amount']`, without names of metrics and dimensions. Its
 * aggregates are {@link AggregateCall}s.
 */
export type Flat = Expr

/** Whether a node of a formula is an aggregate. */
export function isAggregateCall(node: Expr): node is AggregateCall {
  return node.kind === 'call' && 'dataset' in node
}

/** A call. */
export function call(name: string, ...args: readonly Expr[]): Call {
  return { kind: 'call', name, nameSpan: SPAN, args, span: SPAN }
}

/** A whole number. */
export function createInt(value: number): Expr {
  return { kind: 'number', raw: String(value), span: SPAN }
}

const FUNCTIONS: Readonly<Record<string, string>> = {
  SUM: 'Sum',
  COUNT: 'Count',
  COUNT_DISTINCT: 'CountDistinct',
  AVG: 'Avg',
  MIN: 'Min',
  MAX: 'Max',
  MEDIAN: 'Median',
  STDDEV: 'StdDev',
  VARIANCE: 'Variance',
  PERCENTILE: 'Percentile',
  PERCENTILE_DISC: 'PercentileDisc',
}

/** Options of {@link flatten}. */
export interface FlattenOptions {
  /** Whether metrics of other periods are `Period("…", formula)`; otherwise they are refused. @defaultValue false */
  readonly periods?: boolean
}

/** The formula of a metric. Throws {@link NotExported} for a metric that is no formula of aggregates. */
export function flatten(
  metric: MetricDefinition,
  catalog: Catalog,
  options: FlattenOptions = {},
): Flat {
  return flattenMetric(metric, { catalog, options, filters: [], depth: 0 })
}

interface Flattening {
  readonly catalog: Catalog
  readonly options: FlattenOptions
  readonly filters: readonly string[]
  readonly depth: number
}

function flattenMetric(metric: MetricDefinition, place: Flattening): Flat {
  const { catalog, filters, depth, options } = place
  if (depth > 100) refuseExport('it stands on more than 100 metrics')
  if (metric.rows !== undefined) refuseExport('it has a row condition')
  if ('nonAdditive' in metric && metric.nonAdditive !== undefined) {
    refuseExport('a balance: the value of one time, not of all rows')
  }
  switch (metric.type) {
    case 'DERIVED': {
      const { period } = metric
      if (period !== undefined && !options.periods) {
        refuseExport('it is of another period than the question')
      }
      const inner = { ...place, filters: [...filters, ...metric.filters], depth: depth + 1 }
      const formula = flattenMetric(requireMetric(metric.metric, catalog), inner)
      if (period === undefined) return formula
      const written = JSON.stringify(
        Object.entries(period).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      return call('Period', { kind: 'string', value: written, span: SPAN }, formula)
    }
    case 'ATOMIC': {
      const dataset = catalog.dataset(metric.dataset)
      const rows = new Rows(dataset, catalog, [...filters, ...metric.filters])
      const name = FUNCTIONS[metric.aggregate] ?? refuseExport(`the aggregate ${metric.aggregate}`)
      if (metric.expr === null) return rows.count()
      const fraction: readonly Expr[] =
        metric.fraction === null
          ? []
          : [{ kind: 'number', raw: String(metric.fraction), span: SPAN }]
      return rows.aggregate(name, rows.read(metric.expr), ...fraction)
    }
    case 'COMPOSITE':
      return metric.dataset === null
        ? rewrite(parseOrRefuse(metric.expr), (node) =>
            node.kind === 'field'
              ? flattenMetric(requireMetric(node.name, catalog), { ...place, depth: depth + 1 })
              : canonical(node),
          )
        : flattenFormula(metric.expr, new Rows(catalog.dataset(metric.dataset), catalog, filters))
  }
}

function requireMetric(name: string, catalog: Catalog): MetricDefinition {
  return (
    catalog.metrics.byName(name) ?? refuseExport(`it names ${name}, which is no metric by name`)
  )
}

function parseOrRefuse(text: string): Expr {
  return parse(text).ast ?? refuseExport(`${text} is no expression`)
}

/** A formula of aggregates of one dataset. */
function flattenFormula(text: string, rows: Rows): Flat {
  const change = (node: Expr): Expr => {
    if (node.kind !== 'call' || findFunction(node.name)?.family !== 'aggregate') return node
    const { name } = findFunction(node.name)!
    const [value, second] = node.args.map((argument) => rows.lower(argument))
    if (value === undefined) return rows.count()
    if (name === 'CountIf') return rows.count(value)
    if (name === 'SumIf' || name === 'AvgIf') {
      return rows.aggregate(name.slice(0, -2), call('Case', second!, value))
    }
    return rows.aggregate(name, value, ...(second === undefined ? [] : [second]))
  }
  const formula = mapAggregates(parseOrRefuse(text), change)
  walk(formula, (node) => {
    if (node.kind === 'field') refuseExport(`${text}: a column outside aggregates`)
  })
  return formula
}

/** A tree whose aggregates are replaced; their arguments are not visited. */
function mapAggregates(tree: Expr, change: (node: Expr) => Expr): Expr {
  const replace = (node: Expr): Expr => {
    switch (node.kind) {
      case 'call':
        return findFunction(node.name)?.family === 'aggregate'
          ? change(node)
          : canonical({ ...node, args: node.args.map(replace) })
      case 'comparison':
      case 'arithmetic':
        return { ...node, left: replace(node.left), right: replace(node.right) }
      case 'logical':
        return { ...node, operands: node.operands.map(replace) }
      case 'not':
      case 'negate':
        return { ...node, operand: replace(node.operand) }
      default:
        return node
    }
  }
  return replace(tree)
}

/** A call by the name that the function has, and IF as CASE. */
function canonical(node: Expr): Expr {
  if (node.kind !== 'call') return node
  const name = findFunction(node.name)?.name ?? node.name
  return { ...node, name: name === 'If' ? 'Case' : name }
}

/** Expressions about the rows of a dataset that fulfil conditions. */
class Rows {
  readonly #dataset: DatasetDefinition
  readonly #catalog: Catalog
  readonly #condition: Expr | null

  constructor(dataset: DatasetDefinition, catalog: Catalog, filters: readonly string[]) {
    this.#dataset = dataset
    this.#catalog = catalog
    if (dataset.rows !== undefined) refuseExport(`${dataset.name} has a row condition`)
    const datasetFilters = dataset.filter === null ? [] : [dataset.filter]
    const conditions = [...datasetFilters, ...filters].map((text) => this.read(text))
    this.#condition = combineConditions(conditions)
  }

  read(text: string): Expr {
    return this.lower(parseOrRefuse(text))
  }

  /** With columns in place of names. */
  lower(tree: Expr): Expr {
    return rewrite(tree, (node) =>
      node.kind === 'field' || node.kind === 'column' ? this.#resolveColumn(node) : canonical(node),
    )
  }

  aggregate(name: string, value: Expr, ...more: readonly Expr[]): Expr {
    const condition = this.#condition
    const counted = condition === null ? value : wrapInCase(condition, value)
    return this.#call(name, counted, ...more)
  }

  #call(name: string, ...args: readonly Expr[]): AggregateCall {
    return { ...call(name, ...args), dataset: this.#dataset.name }
  }

  /** How many rows there are, of those that fulfil one more condition. */
  count(also: Expr | null = null): Expr {
    const condition = combineConditions(
      [this.#condition, also].filter((operand) => operand !== null),
    )
    if (condition === null) {
      const isOnly = this.#catalog.datasets.all.length === 1
      return isOnly ? this.#call('Count') : this.#call('Count', this.#createPresentValue())
    }
    let namesDataset = false
    walk(condition, (node) => {
      namesDataset ||= node.kind === 'column' && node.dataset === this.#dataset.name
    })
    return this.#call(
      'Count',
      wrapInCase(condition, namesDataset ? createInt(1) : this.#createPresentValue()),
    )
  }

  /** An expression that no row has NULL for, and that names the dataset. */
  #createPresentValue(): Expr {
    const { columns, name } = this.#dataset
    const key = columns.find(({ isPrimaryKey }) => isPrimaryKey)
    const first = key ?? columns[0] ?? refuseExport(`${name} has no columns`)
    const column: Expr = { kind: 'column', dataset: name, column: first.name, span: SPAN }
    return key === undefined
      ? call('Case', call('IsNull', column), createInt(1), createInt(1))
      : column
  }

  #resolveColumn(node: Extract<Expr, { kind: 'field' | 'column' }>): Expr {
    const meaning = meaningIn(this.#catalog, this.#dataset, node)
    if (meaning.kind === 'problem') {
      return refuseExport(node.kind === 'field' ? `[${node.name}] is no column` : `${node.column}`)
    }
    const { path } = meaning
    const { datasets } = this.#catalog
    const end = findPathEnd(datasets, this.#dataset, path)!
    const reach = this.#catalog.reach(this.#dataset).get(end.name)
    if (path.length > 0 && (end.name === this.#dataset.name || !Array.isArray(reach))) {
      refuseExport(`several relations lead to ${end.name}`)
    }
    if (meaning.kind === 'dimension') {
      const { value } = meaning.dimension
      const rows = path.length === 0 ? this : new Rows(end, this.#catalog, [])
      if (value.type === 'CUSTOM') return rows.read(value.expr)
      if (value.type === 'HAVING') refuseExport(BY_METRICS)
      return { kind: 'column', dataset: end.name, column: value.column, span: SPAN }
    }
    return { kind: 'column', dataset: end.name, column: meaning.column.name, span: SPAN }
  }
}

function combineConditions(conditions: readonly Expr[]): Expr | null {
  const operands = conditions.flatMap((condition) =>
    condition.kind === 'logical' && condition.op === 'AND' ? condition.operands : [condition],
  )
  if (operands.length < 2) return operands[0] ?? null
  return { kind: 'logical', op: 'AND', operands, span: SPAN }
}

/** `CASE WHEN … THEN … END`, with a condition within a condition as one. */
function wrapInCase(condition: Expr, value: Expr): Expr {
  const isCase = value.kind === 'call' && value.name === 'Case' && value.args.length === 2
  if (!isCase) return call('Case', condition, value)
  return call('Case', combineConditions([condition, value.args[0]!])!, value.args[1]!)
}

const BY_METRICS = 'it is a condition on metrics'

/** The value of a dimension as an expression of columns. */
export function lowerRows(
  value: DimensionDefinition['value'],
  dataset: DatasetDefinition,
  catalog: Catalog,
): Expr {
  if (value.type === 'HAVING') return refuseExport(BY_METRICS)
  if (value.type === 'COLUMN_BIND') {
    return { kind: 'column', dataset: dataset.name, column: value.column, span: SPAN }
  }
  return new Rows({ ...dataset, filter: null }, catalog, []).read(value.expr)
}

/** How many rows a dataset has. */
export function toRowCountFormula(dataset: DatasetDefinition, catalog: Catalog): Flat {
  return new Rows(dataset, catalog, []).count()
}

/** A formula as a text that is the same for formulas that compute the same: without the casts that exports write. */
export function toComparableText(flat: Flat, catalog: Catalog): string {
  return print(
    rewrite(flat, (node) => {
      if (node.kind === 'column') {
        const columns = catalog.datasets.byName(node.dataset)?.columns ?? []
        const column = columns.find(({ name }) => name === node.column)?.sourceColumn
        return { ...node, column: column ?? node.column }
      }
      if (isAggregateCall(node)) return { ...node, name: `${node.name} of ${node.dataset}` }
      if (node.kind === 'logical') {
        const operands = node.operands.toSorted((a, b) => (print(a) < print(b) ? -1 : 1))
        return { ...node, operands }
      }
      if (node.kind !== 'arithmetic' || node.op !== '/') return node
      const { left: dividend } = node
      const [value, type] =
        dividend.kind === 'call' && dividend.name === 'Cast' ? dividend.args : []
      const isWider = type?.kind === 'string' && type.value.toUpperCase() === 'DOUBLE'
      return isWider && value !== undefined ? { ...node, left: value } : node
    }),
  )
}
