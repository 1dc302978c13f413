import type { DimensionDefinition } from '@tributary/catalog'
import { type Draft, PLAIN_DIMENSION, toTexts } from '../../draft/draft.ts'
import type { Subject } from '../../draft/findings.ts'
import type { ModelDataset } from '../datasets/datasets.ts'
import type { Elements } from '../datasets/elements.ts'
import {
  type ConditionReading,
  listMetrics,
  type MetricCondition,
  printCondition,
} from './metric-conditions.ts'

/** The dimensions that conditions on metrics are, each once. */
export class MembershipDimensions {
  readonly #draft: Draft
  readonly #elements: Elements
  readonly #names = new Map<string, string>()

  constructor(draft: Draft, elements: Elements) {
    this.#draft = draft
    this.#elements = elements
  }

  /** The dimension of a condition for the rows of all datasets. */
  findOrAdd(
    condition: MetricCondition,
    datasets: readonly ModelDataset[],
    subject: Subject,
  ): ConditionReading {
    const { namesakes, metrics } = this.#draft
    const metricNames = new Set(metrics.map(({ name }) => name))
    const missing = listMetrics(condition).find(
      (metric) => !metricNames.has(namesakes.get(metric) ?? ''),
    )
    if (missing !== undefined)
      return { refused: `it stands on ${missing}, which is no metric here` }
    const having = printCondition(condition, (metric) => namesakes.get(metric) ?? metric)
    let name: string | null = null
    for (const dataset of datasets) {
      const element = this.#elements.find(dataset, condition.per)
      if ('refused' in element) return element
      const dimensionName = this.#define(having, { condition, element, subject })
      name ??= dimensionName
    }
    if (name === null) return { refused: 'a filter by a metric of the rows of no dataset' }
    return { tree: { kind: 'field', name, span: { start: 0, end: 0 } } }
  }

  #define(
    having: string,
    {
      condition,
      element,
      subject,
    }: {
      readonly condition: MetricCondition
      readonly element: { readonly name: string; readonly root: string }
      readonly subject: Subject
    },
  ): string {
    const key = JSON.stringify([having, element.name])
    const cachedName = this.#names.get(key)
    if (cachedName !== undefined) return cachedName
    const { dimensions, names } = this.#draft
    const shared = JSON.stringify([having, element.root, 'root'])
    const root = this.#names.get(shared)
    const name = names.dimensions.take(
      `${condition.per.join('_')}_with_${listMetrics(condition).join('_and_')}`,
    )
    const definition: DimensionDefinition = {
      ...toTexts(name, { label: null, description: null }),
      ...PLAIN_DIMENSION,
      dataset: dimensions.find((dimension) => dimension.name === element.name)!.dataset,
      via: [],
      value: { type: 'HAVING', per: element.name, condition: having },
      ...(root !== undefined && { sameAs: root }),
      originDataType: 'BOOLEAN',
    }
    this.#draft.add('dimensions', definition, subject)
    this.#names.set(key, name)
    if (root === undefined) this.#names.set(shared, name)
    return name
  }
}
