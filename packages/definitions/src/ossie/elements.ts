import type { Elements, ExtendedList } from '../extras/extension.ts'

type Data = Readonly<Record<string, unknown>>

/** The elements of a semantic model. A dataset has its relationships, not its fields. */
export function collectOssieElements(model: unknown): Elements {
  const { datasets, relationships, metrics } = toData(model)
  const joins = toDataList(relationships)
  const elements = new Map<string, unknown>()
  const add = (list: ExtendedList, { name, ...properties }: Data, extraFields: Data = {}): void => {
    const { custom_extensions, fields, ...elementProperties } = properties
    const key = `${list}/${String(name)}`
    if (!elements.has(key)) elements.set(key, { name, ...elementProperties, ...extraFields })
  }
  for (const dataset of toDataList(datasets)) {
    const datasetJoins = joins.filter(({ from }) => from === dataset.name)
    add('datasets', dataset, {
      relationships: datasetJoins.map(({ custom_extensions, ...joinProperties }) => joinProperties),
    })
    for (const field of toDataList(dataset.fields)) add('dimensions', field, { of: dataset.name })
  }
  for (const metric of toDataList(metrics)) add('metrics', metric)
  return elements
}

function toData(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {}
}

function toDataList(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(toData) : []
}
