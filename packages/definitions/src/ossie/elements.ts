import { type ExtendedList, hashOfData } from '../extras/extension.ts'

/** The things of a model that extensions stand beside, by `metrics/revenue`, each without its extensions. */
export type OssieElements = ReadonlyMap<string, unknown>

type Data = Readonly<Record<string, unknown>>

/** The things of a semantic model. A dataset has its relationships and not its fields. */
export function elementsOf(model: unknown): OssieElements {
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

/** The hash of a thing and of those that it stands on. */
export function hashOfElement(key: string, on: readonly string[], elements: OssieElements): string {
  return hashOfData([key, ...on].map((one) => elements.get(one) ?? null))
}
