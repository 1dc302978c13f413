import { parseWorkspace, type Workspace } from '@tributary/catalog'
import type { Draft } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { DATASET_KEYS, type ExtendedList, type Extra } from './extension.ts'
import { contentOf, type Item } from './items.ts'

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
export function withExtras(
  workspace: Workspace,
  extras: readonly Extra[],
  draft: Draft,
): Workspace {
  let placed = extras.length === 0 ? [] : placesOf(extras, draft)
  if (placed.length === 0) return workspace
  const content = contentOf(workspace)
  while (placed.length > 0) {
    const changed = overlaid(content, placed, draft)
    const { workspace: whole, problems } = parseWorkspace([
      { file: 'workspace.yaml', text: JSON.stringify(changed) },
    ])
    if (whole !== null) return whole
    const bad = new Set(problems.flatMap(({ path }) => nameAt(path, changed) ?? []))
    const isBad = ({ extra, name }: Placed): boolean => bad.has(`${extra.list}/${name}`)
    // A mistake elsewhere may come from any of them.
    const lost = placed.some(isBad) ? placed.filter(isBad) : placed
    for (const { subject } of lost) {
      draft.findings.add('NOTE', subject, 'its extension does not fit the rest; its text is read')
    }
    placed = placed.filter((one) => !lost.includes(one))
  }
  return workspace
}

function placesOf(extras: readonly Extra[], draft: Draft): readonly Placed[] {
  const byThing = new Map<string, Omit<Placed, 'extra'>>()
  for (const [key, subject] of draft.subjects) {
    const [list = '', name = ''] = key.split('/')
    if (list === 'metrics' && !draft.isNamesake(name, subject)) continue
    byThing.set(`${list}/${subject.name}`, { name, subject })
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
  const byKey = new Map(placed.map((one) => [`${one.extra.list}/${one.name}`, one]))
  const isHelper = (name: string): boolean => {
    const subject = draft.subjects.get(`metrics/${name}`)
    const of = subject && draft.namesakes.get(subject.name)
    return of !== undefined && of !== name && byKey.has(`metrics/${of}`)
  }
  const lists = LISTS.map((list) => {
    const items = (content[list] ?? []) as readonly Item[]
    const changed = items
      // What the text of a metric needed besides, its definition does not.
      .filter((item) => list !== 'metrics' || !isHelper(String(item.name)))
      .map((item) => {
        const definition = byKey.get(`${list}/${String(item.name)}`)?.extra.definition
        return definition === undefined ? item : combined(list, item, definition)
      })
    return [list, changed] as const
  })
  return { ...content, ...Object.fromEntries(lists) }
}

function combined(list: ExtendedList, item: Item, definition: Extra['definition']): Item {
  if (list !== 'datasets') return { ...definition, name: item.name }
  const kept = Object.entries(item).filter(([key]) => !DATASET_KEYS.includes(key))
  const taken = Object.entries(definition).filter(([key]) => DATASET_KEYS.includes(key))
  return Object.fromEntries([...kept, ...taken])
}

/** `metrics/revenue` of `metrics[3].expr`. */
function nameAt(path: string, content: Readonly<Record<string, unknown>>): string | null {
  const [, list, index] = /^(datasets|dimensions|metrics)\[(\d+)\]/.exec(path) ?? []
  if (list === undefined) return null
  const item = (content[list] as readonly Item[])[Number(index)]
  return item === undefined ? null : `${list}/${String(item.name)}`
}
