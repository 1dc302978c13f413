import type { Subject } from '../draft/findings.ts'
import type { Place } from '../draft/place.ts'
import {
  type ExtendedList,
  type Extra,
  type Extras,
  hashElement,
  readExtension,
  toExtraContent,
  VENDOR,
} from '../extras/extension.ts'
import { collectOssieElements } from './elements.ts'

/** Our extensions in a model. One is valid while its text and the texts of its dependencies are unchanged. */
export function readExtras(model: Place): Extras {
  const elements = collectOssieElements(model.value)
  const believed: Extra[] = []
  const changed: Subject[] = []
  const read = (list: ExtendedList, kind: Subject['kind'], at: Place, prefix = ''): void => {
    const extension = readCustomExtension(at)
    if (extension === null) return
    const name = at.key('name').name()
    const isSame = hashElement(`${list}/${name}`, extension.on, elements) === extension.of
    const subject = { kind, name: `${prefix}${name}`, at }
    if (isSame) believed.push({ list, name: subject.name, ...toExtraContent(extension) })
    else changed.push(subject)
  }
  for (const dataset of model.key('datasets').items()) {
    read('datasets', 'dataset', dataset)
    const prefix = `${dataset.key('name').name()}.`
    for (const field of dataset.key('fields').items())
      read('dimensions', 'dimension', field, prefix)
  }
  for (const metric of model.key('metrics').items()) read('metrics', 'metric', metric)
  return { believed, changed }
}

function readCustomExtension(at: Place) {
  const { value } = at
  const isThere =
    typeof value === 'object' &&
    value !== null &&
    'custom_extensions' in value &&
    Array.isArray(value.custom_extensions) &&
    value.custom_extensions.some(isOurs)
  if (!isThere) return null
  const extensionPlace = at
    .key('custom_extensions')
    .items()
    .find(({ value: item }) => isOurs(item))!
  extensionPlace.key('vendor_name')
  return readExtension(extensionPlace.key('data').value)
}

function isOurs(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'vendor_name' in value &&
    value.vendor_name === VENDOR
  )
}
