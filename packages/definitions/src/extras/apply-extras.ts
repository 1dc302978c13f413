import { parseWorkspace, type Workspace } from '@tributary/catalog'
import type { Draft } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { DATASET_KEYS, type ExtendedList, type Extra } from './extension.ts'
import { CONTENT_FILE, type Item, toWorkspaceContent } from './items.ts'

const LISTS: readonly ExtendedList[] = ['datasets', 'dimensions', 'metrics']

/** An extension with the definition that it replaces. */
interface Placed {
  readonly extra: Extra
  /** The name of the definition here. */
  readonly name: string
  readonly subject: Subject
}

/**
 * A workspace with the definitions of extensions in place of those that were read from texts. One with which the workspace
 * would have a mistake is not taken, and a note says so.
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
    const changed = overlaid(content, placed, draft)
    const { workspace: mergedWorkspace, problems } = parseWorkspace([
      { file: CONTENT_FILE, text: JSON.stringify(changed) },
    ])
    if (mergedWorkspace !== null) return mergedWorkspace
    const bad = new Set(problems.flatMap(({ path }) => nameAt(path, changed) ?? []))
    const isBad = ({ extra, name }: Placed): boolean => bad.has(`${extra.list}/${name}`)
    // A mistake elsewhere may come from any of them.
    const lost = placed.some(isBad) ? placed.filter(isBad) : placed
    for (const { subject } of lost) {
      draft.findings.add('NOTE', subject, 'its extension does not fit the rest; its text is read')
    }
    placed = placed.filter((placement) => !lost.includes(placement))
  }
  return workspace
}

function placeExtras(extras: readonly Extra[], draft: Draft): readonly Placed[] {
  const byThing = new Map<string, Omit<Placed, 'extra'>>()
  for (const [key, subject] of draft.subjects) {
    const [list = '', name = ''] = key.split('/')
    if (list === 'metrics' && !draft.isNamesake(name, subject)) continue
    const subjectKey = `${list}/${subject.name}`
    // A thing may be several definitions, of which one has its name.
    if (!byThing.has(subjectKey) || name === subject.name)
      byThing.set(subjectKey, { name, subject })
  }
  return extras.flatMap((extra) => {
    const place = byThing.get(`${extra.list}/${extra.name}`)
    return place === undefined ? [] : [{ extra, ...place }]
  })
}

function overlaid(
  content: Readonly<Record<string, unknown>>,
  placed: readonly Placed[],
  draft: Draft,
): Readonly<Record<string, unknown>> {
  const byKey = new Map(
    placed.map((placement) => [`${placement.extra.list}/${placement.name}`, placement]),
  )
  const isHelper = (name: string): boolean => {
    const subject = draft.subjects.get(`metrics/${name}`)
    const of = subject && draft.namesakes.get(subject.name)
    return of !== undefined && of !== name && byKey.has(`metrics/${of}`)
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
  return { ...content, ...withoutHelpers(Object.fromEntries(lists), byKey) }
}

type Lists = Readonly<Record<string, readonly Item[]>>

/** Without what is there only because of the format and that nothing names. */
function withoutHelpers(lists: Lists, placed: ReadonlyMap<string, Placed>): Lists {
  const { datasets = [], dimensions = [], metrics = [] } = lists
  const keepsOf = new Map(
    datasets.map(({ name }) => {
      const keeps = placed.get(`datasets/${String(name)}`)?.extra.keeps
      return [name, keeps === undefined ? null : new Set(keeps)] as const
    }),
  )
  const isHelper = (item: Item): boolean =>
    placed.get(`metrics/${String(item.name)}`)?.extra.definition === null
  const isKept = ({ name, dataset }: Item): boolean => {
    const keeps = keepsOf.get(dataset)
    return keeps == null || keeps.has(String(name))
  }
  const retainedItems = [
    ...metrics.filter((metric) => !isHelper(metric)),
    ...dimensions.filter(isKept),
  ]
  const named = namesIn(retainedItems)
  const retainedDimensions = dimensions.filter(
    (dimension) => isKept(dimension) || named.has(String(dimension.name)),
  )
  const needed = metrics.filter((metric) => !isHelper(metric) || named.has(String(metric.name)))
  return { ...lists, dimensions: retainedDimensions, metrics: needed }
}

/** The names in brackets in definitions, and the metrics and dimensions that they are made of. */
function namesIn(items: readonly Item[]): ReadonlySet<string> {
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
