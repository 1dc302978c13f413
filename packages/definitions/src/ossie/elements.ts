import type { Elements, ExtendedList } from '../extras/extension.ts'

type Data = Readonly<Record<string, unknown>>

/** The things of a semantic model. A dataset has its relationships and not its fields. */
export function elementsOf(model: unknown): Elements {
  const { datasets, relationships, metrics } = asData(model)
  const joins = listOf(relationships)
  const elements = new Map<string, unknown>()
  const add = (list: ExtendedList, { name, ...rest }: Data, more: Data = {}): void => {
    const { custom_extensions, fields, ...own } = rest
    const key = `${list}/${String(name)}`
    if (!elements.has(key)) elements.set(key, { name, ...own, ...more })
  }
  for (const dataset of listOf(datasets)) {
    const own = joins.filter(({ from }) => from === dataset.name)
    add('datasets', dataset, { relationships: own.map(({ custom_extensions, ...one }) => one) })
    for (const field of listOf(dataset.fields)) add('dimensions', field, { of: dataset.name })
  }
  for (const metric of listOf(metrics)) add('metrics', metric)
  return elements
}

function asData(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {}
}

function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(asData) : []
}
