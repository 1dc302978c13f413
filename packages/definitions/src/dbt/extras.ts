import type { Subject } from '../draft/findings.ts'
import type { Place } from '../draft/place.ts'
import {
  type Elements,
  type ExtendedList,
  type Extra,
  type Extras,
  hashElement,
  readExtension,
  toExtraContent,
} from '../extras/extension.ts'
import type { DbtManifest } from './manifest/manifest.ts'

/** The key in `config.meta` that extensions of ours have. */
export const META_KEY = 'tributary'

/** The elements of a manifest that can have extensions, without the keys that dbt adds. */
export function collectElements({ models, metrics }: DbtManifest): Elements {
  const elements = new Map<string, unknown>()
  for (const model of models.values()) {
    const { dimensions, measures, table, ...modelFields } = model
    elements.set(`datasets/${model.name}`, toPlainData({ ...modelFields, table: table.table }))
    for (const dimension of dimensions.values()) {
      const key = `dimensions/${dimension.name}`
      if (!elements.has(key)) elements.set(key, toPlainData({ ...dimension, model: model.name }))
    }
  }
  for (const metric of metrics.values()) elements.set(`metrics/${metric.name}`, toPlainData(metric))
  return elements
}

/** A copy without places and without empty values. */
function toPlainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainData)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'at' || item === null || item === '' ? [] : [[key, toPlainData(item)]],
    ),
  )
}

/** Our extensions in a manifest. One is valid while its text and the texts of its dependencies are unchanged. */
export function readExtras(document: Place, manifest: DbtManifest): Extras {
  const elements = collectElements(manifest)
  const believed: Extra[] = []
  const changed: Subject[] = []
  const read = (list: ExtendedList, kind: Subject['kind'], at: Place, model?: Place): void => {
    // dbt gives what has no meta of its own that of its model.
    if (model !== undefined && getTributaryMeta(at) === getTributaryMeta(model)) return
    const extension = readMetaExtension(at)
    if (extension === null) return
    const name = at.key('name').name()
    const isSame = hashElement(`${list}/${name}`, extension.on, elements) === extension.of
    if (isSame) believed.push({ list, name, ...toExtraContent(extension) })
    else changed.push({ kind, name, at })
  }
  for (const model of document.key('semantic_models').items()) {
    read('datasets', 'dataset', model)
    for (const dimension of model.key('dimensions').items())
      read('dimensions', 'dimension', dimension, model)
  }
  for (const metric of document.key('metrics').items()) read('metrics', 'metric', metric)
  return { believed, changed }
}

function readMetaExtension(at: Place) {
  if (getTributaryMeta(at) === undefined) return null
  return readExtension(at.key('config').key('meta').key(META_KEY).value)
}

function getTributaryMeta({ value }: Place): unknown {
  const meta = toRecordOrNull(toRecordOrNull(toRecordOrNull(value)?.config)?.meta)
  return meta !== null && Object.hasOwn(meta, META_KEY) ? meta[META_KEY] : undefined
}

function toRecordOrNull(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : null
}
