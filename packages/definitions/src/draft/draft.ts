import type {
  DatasetDefinition,
  DimensionDefinition,
  MetricDefinition,
  Workspace,
} from '@tributary/catalog'
import { type Expr, print, rewrite } from '@tributary/expression'
import { Findings, type Subject } from './findings.ts'
import { FreeNames } from './names.ts'

/** The definitions made from a document, each with the element of the document that it comes from. */
export class Draft {
  readonly datasets: DatasetDefinition[] = []
  readonly dimensions: DimensionDefinition[] = []
  readonly metrics: MetricDefinition[] = []
  /** The datasets that list periods. */
  readonly calendar: NonNullable<Workspace['calendar']['sources']>[number][] = []
  readonly findings: Findings = new Findings()
  readonly names: Readonly<Record<'datasets' | 'dimensions' | 'metrics', FreeNames>> = {
    datasets: new FreeNames(),
    dimensions: new FreeNames(['metric_time']),
    metrics: new FreeNames(['metric_time']),
  }
  /** The origin of each definition in the document, by its kind and name. */
  readonly subjects: Map<string, Subject> = new Map()
  /** The names that metrics of the document have in the workspace. */
  readonly namesakes: Map<string, string> = new Map()
  readonly #codes = new Set<string>()
  #byName: ReadonlyMap<string, DimensionDefinition> = new Map()

  add(kind: 'datasets', definition: DatasetDefinition, subject: Subject): void
  add(kind: 'dimensions', definition: DimensionDefinition, subject: Subject): void
  add(kind: 'metrics', definition: MetricDefinition, subject: Subject): void
  add(
    kind: 'datasets' | 'dimensions' | 'metrics',
    definition: DatasetDefinition | DimensionDefinition | MetricDefinition,
    subject: Subject,
  ): void {
    const list = this[kind] as (typeof definition)[]
    list.push(definition)
    this.subjects.set(`${kind}/${definition.name}`, subject)
  }

  #indexDimensions(): ReadonlyMap<string, DimensionDefinition> {
    if (this.#byName.size !== this.dimensions.length) {
      this.#byName = new Map(this.dimensions.map((dimension) => [dimension.name, dimension]))
    }
    return this.#byName
  }

  /** Whether a metric is what the document calls so, not one that a formula needs. */
  isNamesake(name: string, subject: Subject): boolean {
    return this.namesakes.get(subject.name) === name
  }

  /** A code of a dimension, for the first that wants it. */
  takeCode(code: string): string | null {
    if (code.length > 128 || this.#codes.has(code)) return null
    this.#codes.add(code)
    return code
  }

  /**
   * An expression about the rows of a dataset as text. A column is written `[column]` where that cannot mean a dimension of
   * the same name.
   */
  printRows(tree: Expr, dataset: string): string {
    const dimensions = this.#indexDimensions()
    return print(
      rewrite(tree, (node) => {
        if (node.kind !== 'column' || node.dataset !== dataset) return node
        const same = dimensions.get(node.column)
        const isFree =
          node.column !== 'metric_time' &&
          !/__/.test(node.column) &&
          (same === undefined ||
            (same.dataset === dataset &&
              same.via.length === 0 &&
              same.value.type === 'COLUMN_BIND' &&
              same.value.column === node.column))
        return isFree ? { kind: 'field', name: node.column, span: node.span } : node
      }),
    )
  }
}

/** The code and the category of an imported metric. */
export const UNCATEGORIZED = { code: null, category: { id: '-1', name: 'Uncategorized' } } as const

/** The keys of an imported dimension that documents do not have. */
export const PLAIN_DIMENSION: Pick<
  DimensionDefinition,
  'code' | 'category' | 'valueList' | 'attributes'
> = {
  ...UNCATEGORIZED,
  valueList: [],
  attributes: { basic: {}, business: {}, technical: {}, management: {} },
}

/** Name, display name and description as a workspace takes them. */
export function toTexts(
  name: string,
  { label, description }: { readonly label: string | null; readonly description: string | null },
): { readonly name: string; readonly displayName: string; readonly description: string } {
  const truncateText = (text: string | null, longest: number): string => {
    const plain = (text ?? '').trim()
    return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
  }
  return {
    name,
    displayName: truncateText(label, 150) || name,
    description: truncateText(description, 300),
  }
}
