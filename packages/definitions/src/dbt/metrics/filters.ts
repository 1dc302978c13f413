import type { Expr } from '@tributary/expression'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import type { Subject } from '../../draft/findings.ts'
import type { NameMeaning } from '../../sql-text/context/context.ts'
import { readSql } from '../../sql-text/read-sql.ts'
import type { SqlTextDialect } from '../../sql-text/syntax/dialects.ts'
import type { ModelDataset } from '../datasets/datasets.ts'
import { createElementTree, type Element, type Elements } from '../datasets/elements.ts'
import { type ElementReference, readTemplate } from '../manifest/template.ts'
import type { MembershipDimensions } from './membership-dimensions.ts'
import { replaceMetricConditions } from './metric-conditions.ts'

/** A filter as a condition, or why it is not read. */
export type FilterReading =
  | { readonly tree: Expr; readonly notes: readonly string[] }
  | { readonly refused: string }

/** Reads filters about the rows of the datasets of a metric. */
export class FilterReader {
  readonly #elements: Elements
  readonly #dialect: SqlTextDialect
  readonly #memberships: MembershipDimensions

  constructor(elements: Elements, dialect: SqlTextDialect, memberships: MembershipDimensions) {
    this.#elements = elements
    this.#dialect = dialect
    this.#memberships = memberships
  }

  read(template: string, datasets: readonly ModelDataset[], subject: Subject): FilterReading {
    const read = readTemplate(template)
    if ('refused' in read) return read
    const metrics = new Map<string, ElementReference>()
    const reading = readSql(read.sql, {
      dialect: this.#dialect,
      resolve: (parts) => {
        const name = parts.map(({ text }) => text).join('.')
        const reference = read.references.get(name) ?? parseElementName(name)
        if (reference.kind !== 'Metric') return this.#resolve(reference, datasets)
        // Taken out of the tree below, before anybody takes it for a dimension.
        const mark = `metric ${name}`
        metrics.set(mark, reference)
        return { tree: { kind: 'field', name: mark, span: { start: 0, end: 0 } }, type: 'UNKNOWN' }
      },
    })
    if (reading.tree === null)
      return { refused: `the filter ${template.trim()}: ${reading.refusal.message}` }
    const replaced = replaceMetricConditions(reading.tree, metrics, (condition) =>
      this.#memberships.findOrAdd(condition, datasets, subject),
    )
    if ('refused' in replaced) return replaced
    return { ...replaced, notes: reading.notes.map(({ message }) => message) }
  }

  #resolve(reference: ElementReference, datasets: readonly ModelDataset[]): NameMeaning {
    return createElementTree(reference, (parts) => this.findElement(parts, datasets))
  }

  /** The dimension that an element is for the rows of all datasets. */
  findElement(
    parts: readonly string[],
    datasets: readonly ModelDataset[],
  ): Element | { readonly refused: string } {
    const elements = datasets.map((dataset) => this.#elements.find(dataset, parts))
    const refused = elements.find((element) => 'refused' in element)
    if (refused !== undefined) return refused
    const [first, ...remainingElements] = elements as readonly Element[]
    if (remainingElements.every(({ root }) => root === first!.root)) return first!
    const names = datasets.map(({ name }) => name).join(' and ')
    return { refused: `${parts.join('__')} is not the same for ${names}` }
  }
}

/** A name without braces, as SQL of dbt has it after templates are filled in: `metric_time__day`. */
function parseElementName(name: string): ElementReference {
  const parts = name.split('__')
  const last = parts.at(-1)!
  const isGrain = PLAIN_GRAINS.some((grain) => grain.toLowerCase() === last)
  const grain = parts.length > 1 && isGrain ? last : null
  return {
    kind: 'Dimension',
    datePart: null,
    grain,
    groupBy: [],
    parts: grain === null ? parts : parts.slice(0, -1),
  }
}
