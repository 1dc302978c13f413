import type { Workspace } from '@tributary/catalog'
import { damagedDefinitionError } from '../model/errors.ts'
import type { DefinitionKind } from './schema.ts'

/** A definition as it is stored. */
export interface DefinitionRow {
  readonly kind: DefinitionKind
  /** Unique within the kind. */
  readonly name: string
  /** All of it, as JSON. */
  readonly body: string
}

/** A list of definitions in a workspace, and what each is known by. */
interface Section {
  readonly kind: DefinitionKind
  readonly list: Exclude<keyof Workspace, 'tenant' | 'timeZone' | 'calendar'>
  nameOf(one: never): string
}

const byName = (one: { readonly name: string }): string => one.name

const SECTIONS: readonly Section[] = [
  {
    kind: 'account',
    list: 'accounts',
    nameOf: (one: Workspace['accounts'][number]) => one.account,
  },
  {
    kind: 'category',
    list: 'categories',
    nameOf: (one: Workspace['categories'][number]) => one.id,
  },
  {
    kind: 'grant',
    list: 'grants',
    nameOf: ({ account, resource }: Workspace['grants'][number]) =>
      `${account} ${resource.type} ${resource.name}`,
  },
  { kind: 'group', list: 'groups', nameOf: (one: Workspace['groups'][number]) => one.code },
  { kind: 'datasource', list: 'datasources', nameOf: byName },
  { kind: 'dataset', list: 'datasets', nameOf: byName },
  { kind: 'dimension', list: 'dimensions', nameOf: byName },
  { kind: 'metric', list: 'metrics', nameOf: byName },
  { kind: 'period', list: 'periods', nameOf: byName },
  { kind: 'date_tag', list: 'dateTags', nameOf: byName },
  { kind: 'plan', list: 'plans', nameOf: byName },
]

/** The kinds in the order in which they are told. */
export const KINDS: readonly DefinitionKind[] = SECTIONS.map(({ kind }) => kind)

/** Every definition of a workspace as a row, in order. */
export function toRows(workspace: Workspace): readonly DefinitionRow[] {
  return SECTIONS.flatMap(({ kind, list, nameOf }) =>
    workspace[list].map((one) => {
      return { kind, name: nameOf(one as never), body: JSON.stringify(one) }
    }),
  )
}

/**
 * The workspace of the given rows, each kind in the order of `orders`; definitions without a position come last. Throws
 * `PLATFORM_STORE_FAILED` for a row that is damaged.
 */
export function fromRows(
  settings: Pick<Workspace, 'tenant' | 'timeZone' | 'calendar'>,
  rows: readonly DefinitionRow[],
  orders: ReadonlyMap<DefinitionKind, readonly string[]>,
): Workspace {
  const lists = SECTIONS.map(({ kind, list }) => {
    const left = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.name, row.body]))
    const ordered = (orders.get(kind) ?? []).filter((name) => left.has(name))
    const names = new Set([...ordered, ...left.keys()])
    const definitionOf = (name: string): unknown =>
      parseBody(left.get(name)!, { tenant: settings.tenant, kind, name })
    return [list, Array.from(names, definitionOf)]
  })
  return { ...settings, ...(Object.fromEntries(lists) as Omit<Workspace, keyof typeof settings>) }
}

function parseBody(
  body: string,
  of: { readonly tenant: string; readonly kind: DefinitionKind; readonly name: string },
): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw damagedDefinitionError(of, error)
  }
}

/** What applying a workspace does to one definition. */
export interface DefinitionChange {
  readonly change: 'ADDED' | 'CHANGED' | 'REMOVED'
  readonly kind: DefinitionKind
  readonly name: string
}

/** What applying a workspace changes. */
export interface WorkspaceDifference {
  readonly tenant: string
  /** By kind, then by name. */
  readonly changes: readonly DefinitionChange[]
  /** How many definitions stay as they are. */
  readonly unchanged: number
}

/** The changes that lead from what is stored to what is wanted, by kind, then by name. */
export function changesBetween(
  stored: readonly DefinitionRow[],
  wanted: readonly DefinitionRow[],
): readonly DefinitionChange[] {
  const before = new Map(stored.map((row) => [keyOf(row), row.body]))
  const changes: DefinitionChange[] = []
  for (const { kind, name, body } of wanted) {
    const key = keyOf({ kind, name })
    const old = before.get(key)
    before.delete(key)
    if (old === body) continue
    changes.push({ change: old === undefined ? 'ADDED' : 'CHANGED', kind, name })
  }
  for (const { kind, name } of stored) {
    if (before.has(keyOf({ kind, name }))) changes.push({ change: 'REMOVED', kind, name })
  }
  return changes.sort(compare)
}

function compare(a: DefinitionChange, b: DefinitionChange): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1)
}

function keyOf({ kind, name }: Pick<DefinitionRow, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}
