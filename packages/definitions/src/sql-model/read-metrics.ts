import { type Expr, type ValueType, walk } from '@tributary/expression'
import type { Subject } from '../draft/findings.ts'
import { findColumnByName, resolveColumn } from '../draft/tables.ts'
import type { NameMeaning, NameRole } from '../sql-text/context/context.ts'
import { readSql, type SqlReading, type SqlRemark } from '../sql-text/read-sql.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'
import { parseMemberName, refuseDataset, refuseMember } from './members.ts'
import {
  formatName,
  type ImportedDatasets,
  lookUp,
  resolveDatasetField,
  resolveUniqueField,
} from './names.ts'
import type { SqlMetric, SqlModel } from './sql-model.ts'

/** The dataset of columns that stand for metrics. */
const METRIC = ' metric '

/** The longest chain of metrics in braces that refer to one another; longer ones are refused. */
const DEEPEST = 100

const TOO_DEEP = `metrics stand on one another more than ${DEEPEST} deep`

/** A metric whose texts were read: metrics that it names are columns of no dataset. */
export interface ReadMetric {
  readonly metric: SqlMetric
  readonly subject: Subject
  readonly tree: Expr
  readonly text: string
  readonly filters: readonly Expr[]
  readonly notes: readonly SqlRemark[]
  /** The keys of the metrics that it names. */
  readonly inputs: readonly string[]
}

/** The key of the metric that a node of a {@link ReadMetric} names; null for any other node. */
export function findMetricKey(node: Expr): string | null {
  return node.kind === 'column' && node.dataset === METRIC ? node.column : null
}

/** Reads the SQL texts of metrics. */
export class MetricReader {
  readonly #model: SqlModel
  readonly #datasets: ImportedDatasets
  readonly #keys: ReadonlyMap<string, string>
  readonly #metrics: ReadonlyMap<string, SqlMetric>
  /** The types of metrics that others name in braces. */
  readonly #types = new Map<string, ValueType | null>()
  #depth = 0

  constructor(model: SqlModel, datasets: ImportedDatasets) {
    this.#model = model
    this.#datasets = datasets
    this.#keys = new Map(model.metrics.map(({ key }) => [key, key]))
    this.#metrics = new Map(model.metrics.map((metric) => [metric.key, metric]))
  }

  /** A metric as trees, or why it cannot be read. */
  read(metric: SqlMetric): ReadMetric | { readonly refused: string; readonly by: string | null } {
    const refuse = (refused: string, by: string | null = null) => ({ refused, by })
    if (metric.refused !== null) return refuse(metric.refused)
    if (metric.dataset !== null && !this.#datasets.has(metric.dataset)) {
      const { name } = this.#model.datasets.get(metric.dataset)!
      return refuse(`it stands on ${name}, which is left out`, name)
    }
    const notes: SqlRemark[] = []
    const trees: Expr[] = []
    for (const sql of [metric.sql, ...metric.filters]) {
      if ('refused' in sql) return refuse(sql.refused)
      const reading = this.#readText(sql.text, metric, sql !== metric.sql)
      if (reading.tree === null) return refuse(`${sql.text}: ${reading.refusal.message}`)
      trees.push(reading.tree)
      notes.push(...reading.notes)
    }
    const [tree, ...filters] = trees as [Expr, ...Expr[]]
    const inputs = new Set<string>()
    walk(tree, (node) => {
      const key = findMetricKey(node)
      if (key !== null) inputs.add(key)
    })
    const { text } = metric.sql as { readonly text: string }
    const subject: Subject = { kind: 'metric', name: metric.key, at: metric.at }
    return { metric, subject, tree, text, filters, notes, inputs: [...inputs] }
  }

  #readText(text: string, metric: SqlMetric, isFilter: boolean): SqlReading {
    const { dialect, names } = this.#model
    return readSql(text, {
      dialect,
      resolve: (parts, role) => this.#resolveName(parts, isFilter ? 'AGGREGATED' : role, metric),
      hasBraces: names.fields === 'IN_BRACES',
      ...(names.metrics === 'BY_CALL' && {
        resolveMeasure: (parts) => this.#resolveMeasure(parts, metric),
      }),
    })
  }

  #resolveName(parts: readonly NamePart[], role: NameRole, metric: SqlMetric): NameMeaning {
    const { fields, metrics } = this.#model.names
    if (fields === 'IN_BRACES') return this.#resolveMember(parts, role, metric)
    const isNamed = metrics === 'BY_NAME' && role === 'VALUE'
    const input = isNamed ? this.#findKey(parts, metric) : undefined
    if (input !== undefined && input !== metric.key) return toMetricMeaning(input)
    const meaning = this.#resolveInRows(parts, metric)
    if (!('refused' in meaning) || metrics === 'NEVER') return meaning
    if (this.#findKey(parts, metric) === undefined) return meaning
    const why =
      metrics === 'BY_CALL' ? 'MEASURE(…) names one' : 'its values are not aggregated again'
    return { refused: `${formatName(parts)} is a metric; ${why}` }
  }

  #resolveMeasure(parts: readonly NamePart[], metric: SqlMetric): NameMeaning {
    const key = this.#findKey(parts, metric)
    return key === undefined
      ? { refused: `${formatName(parts)} is no measure` }
      : toMetricMeaning(key)
  }

  #resolveMember(parts: readonly NamePart[], role: NameRole, metric: SqlMetric): NameMeaning {
    const member = parseMemberName(parts)
    if ('refused' in member) return member
    const dataset = member.dataset ?? metric.dataset!
    const entry = this.#datasets.get(dataset)
    if (entry === undefined) return refuseDataset(member)
    if (member.isColumn) return resolveColumn(entry.dataset, parts.at(-1)!)
    const field = entry.fields.get(member.name)
    if (field !== undefined) return field
    const input = this.#metrics.get(`${dataset}.${member.name}`)
    if (input === undefined) return refuseMember(entry.source, member)
    const written = formatName(parts)
    if (role !== 'VALUE') {
      return { refused: `${written} is a metric; its values are not aggregated again` }
    }
    if (dataset !== metric.dataset) return { refused: `${written} is a metric of joined rows` }
    const type = this.#findType(input)
    return type === null ? { refused: TOO_DEEP } : toMetricMeaning(input.key, type)
  }

  /** The type of a metric, which decides whether a quotient is cut; null when the chain of references is too long. */
  #findType(metric: SqlMetric): ValueType | null {
    const cachedType = this.#types.get(metric.key)
    if (cachedType !== undefined) return cachedType
    if (this.#depth >= DEEPEST) return null
    // Until it is known: a metric that refers to itself is refused later.
    this.#types.set(metric.key, 'DOUBLE')
    this.#depth++
    const reading = 'text' in metric.sql ? this.#readText(metric.sql.text, metric, false) : null
    this.#depth--
    let type: ValueType | null = 'DOUBLE'
    if (reading !== null && reading.tree !== null) type = reading.type
    else if (reading?.refusal.message === TOO_DEEP) type = null
    this.#types.set(metric.key, type)
    return type
  }

  /** The key of the metric that a name means: one of the same dataset before others. */
  #findKey(parts: readonly NamePart[], { dataset }: SqlMetric): string | undefined {
    const text = formatName(parts)
    const qualifiedName = dataset === null || parts.length > 1 ? text : `${dataset}.${text}`
    return lookUp(this.#keys, toNamePart(qualifiedName)) ?? lookUp(this.#keys, toNamePart(text))
  }

  #resolveInRows(parts: readonly NamePart[], { dataset }: SqlMetric): NameMeaning {
    const { names } = this.#model
    const last = parts.at(-1)!
    const before = parts.at(-2)
    if (before !== undefined) {
      const owner = lookUp(this.#datasets, before)
      return owner === undefined
        ? { refused: `${formatName(parts)}: there is no dataset ${before.text}` }
        : resolveDatasetField(owner, last, names.fields === 'UNCLEAR' ? 'NEVER' : names.fields)
    }
    if (dataset === null) return resolveUniqueField(last, this.#datasets, names.fields)
    const entry = this.#datasets.get(dataset)!
    const meaning = resolveDatasetField(entry, last, names.fields)
    const isLocal =
      lookUp(entry.fields, last) !== undefined || findColumnByName(entry.dataset, last) !== 'none'
    if (isLocal || !names.isOneSet || names.fields === 'NEVER') return meaning
    const foreignMeanings = [...this.#datasets.values()].flatMap(
      ({ fields }) => lookUp(fields, last) ?? [],
    )
    return foreignMeanings.length === 1 ? foreignMeanings[0]! : meaning
  }
}

function toMetricMeaning(key: string, type: ValueType = 'DOUBLE'): NameMeaning {
  const tree: Expr = { kind: 'column', dataset: METRIC, column: key, span: { start: 0, end: 0 } }
  return { tree, type }
}

function toNamePart(text: string): NamePart {
  return { text, quoted: false }
}
