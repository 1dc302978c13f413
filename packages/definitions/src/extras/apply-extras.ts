import { parseWorkspace, type Workspace } from '@tributary/catalog'
import type { Draft } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { DATASET_KEYS, type ExtendedList, type Extra } from './extension.ts'
import { CONTENT_FILE, type Item, toWorkspaceContent } from './items.ts'

const LISTS: readonly ExtendedList[] = ['datasets', 'dimensions', 'metrics']

/** An extension and the definition that it replaces. */
interface Replacement {
  readonly extra: Extra
  /** The name of the definition in the workspace. */
  readonly name: string
  readonly subject: Subject
}

/**
 * Replaces definitions that were read from texts by the definitions of their extensions. An extension that would make the
 * workspace invalid is ignored, with a note in the findings.
 */
export function applyExtras(
  workspace: Workspace,
  extras: readonly Extra[],
  draft: Draft,
): Workspace {
  let placed = extras.length === 0 ? [] : placeExtras(extras, draft)
  if (placed.length === 0) return workspace
  const content = toWorkspaceContent(workspace)
  while (placed.length > 0) {
    const changed = overlay(content, placed, draft)
    const { workspace: mergedWorkspace, problems } = parseWorkspace([
      { file: CONTENT_FILE, text: JSON.stringify(changed) },
    ])
    if (mergedWorkspace !== null) return mergedWorkspace
    const invalidKeys = new Set(problems.flatMap(({ path }) => nameAt(path, changed) ?? []))
    const isBad = ({ extra, name }: Replacement): boolean =>
      invalidKeys.has(`${extra.list}/${name}`)
    // When no extension has the mistake itself, any of them may have caused it.
    const rejected = placed.some(isBad) ? placed.filter(isBad) : placed
    for (const { subject } of rejected) {
      draft.findings.add('NOTE', subject, 'its extension does not fit the rest; its text is read')
    }
    placed = placed.filter((placement) => !rejected.includes(placement))
  }
  return workspace
}

function placeExtras(extras: readonly Extra[], draft: Draft): readonly Replacement[] {
  const byElement = new Map<string, Omit<Replacement, 'extra'>>()
  for (const [key, subject] of draft.subjects) {
    const [list = '', name = ''] = key.split('/')
    if (list === 'metrics' && !draft.isNamesake(name, subject)) continue
    const subjectKey = `${list}/${subject.name}`
    // An element may be several definitions, one of which has its name.
    if (!byElement.has(subjectKey) || name === subject.name)
      byElement.set(subjectKey, { name, subject })
  }
  return extras.flatMap((extra) => {
    const place = byElement.get(`${extra.list}/${extra.name}`)
    return place === undefined ? [] : [{ extra, ...place }]
  })
}

function overlay(
  content: Readonly<Record<string, unknown>>,
  placed: readonly Replacement[],
  draft: Draft,
): Readonly<Record<string, unknown>> {
  const byKey = new Map(
    placed.map((placement) => [`${placement.extra.list}/${placement.name}`, placement]),
  )
  const isHelper = (name: string): boolean => {
    const subject = draft.subjects.get(`metrics/${name}`)
    const metricName = subject && draft.namesakes.get(subject.name)
    return metricName !== undefined && metricName !== name && byKey.has(`metrics/${metricName}`)
  }
  const lists = LISTS.map((list) => {
    const items = (content[list] ?? []) as readonly Item[]
    const changed = items
      // The text of a metric may need helper metrics that its definition does not.
      .filter((item) => list !== 'metrics' || !isHelper(String(item.name)))
      .map((item) => {
        const definition = byKey.get(`${list}/${String(item.name)}`)?.extra.definition ?? null
        return definition === null ? item : mergeDefinition(list, item, definition)
      })
    return [list, changed] as const
  })
  return { ...content, ...dropHelpers(Object.fromEntries(lists), byKey) }
}

type Lists = Readonly<Record<string, readonly Item[]>>

/** Drops helper metrics and dimensions that the format needed and that no other definition names. */
function dropHelpers(lists: Lists, placed: ReadonlyMap<string, Replacement>): Lists {
  const { datasets = [], dimensions = [], metrics = [] } = lists
  const dimensionsByDataset = new Map(
    datasets.map(({ name }) => {
      const keeps = placed.get(`datasets/${String(name)}`)?.extra.keeps
      return [name, keeps === undefined ? null : new Set(keeps)] as const
    }),
  )
  const isHelper = (item: Item): boolean =>
    placed.get(`metrics/${String(item.name)}`)?.extra.definition === null
  const isInExtension = ({ name, dataset }: Item): boolean => {
    const keeps = dimensionsByDataset.get(dataset)
    return keeps == null || keeps.has(String(name))
  }
  const retainedItems = [
    ...metrics.filter((metric) => !isHelper(metric)),
    ...dimensions.filter(isInExtension),
  ]
  const usedNames = listNames(retainedItems)
  const retainedDimensions = dimensions.filter(
    (dimension) => isInExtension(dimension) || usedNames.has(String(dimension.name)),
  )
  const needed = metrics.filter((metric) => !isHelper(metric) || usedNames.has(String(metric.name)))
  return { ...lists, dimensions: retainedDimensions, metrics: needed }
}

/** The names in brackets in definitions, and the metrics and dimensions that they derive from. */
function listNames(items: readonly Item[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const item of items) {
    for (const reference of [item.metric, item.sameAs]) names.add(String(reference))
    for (const [, name] of JSON.stringify(item).matchAll(/\[([^[\]]+?)(?:__[a-z_]+)?\]/g)) {
      names.add(name!)
    }
  }
  return names
}

function mergeDefinition(
  list: ExtendedList,
  item: Item,
  definition: NonNullable<Extra['definition']>,
): Item {
  if (list !== 'datasets') return { ...definition, name: item.name }
  const itemFields = Object.entries(item).filter(([key]) => !DATASET_KEYS.includes(key))
  const extensionFields = Object.entries(definition).filter(([key]) => DATASET_KEYS.includes(key))
  return Object.fromEntries([...itemFields, ...extensionFields])
}

/** `metrics/revenue` of `metrics[3].expr`. */
function nameAt(path: string, content: Readonly<Record<string, unknown>>): string | null {
  const [, list, index] = /^(datasets|dimensions|metrics)\[(\d+)\]/.exec(path) ?? []
  if (list === undefined) return null
  const item = (content[list] as readonly Item[])[Number(index)]
  return item === undefined ? null : `${list}/${String(item.name)}`
}
