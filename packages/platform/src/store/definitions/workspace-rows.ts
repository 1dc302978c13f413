import type { Workspace } from '@tributary/catalog'
import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import { damagedDefinitionError } from '../../model/errors.ts'
import type { DefinitionKind } from '../schema.ts'

/** A definition as it is stored. */
export interface DefinitionRow {
  readonly kind: DefinitionKind
  /** Unique within the kind. */
  readonly name: string
  /** All of it, as JSON. */
  readonly body: string
}

/** A list of definitions in a workspace, and the name of each. */
interface Section {
  readonly kind: DefinitionKind
  readonly list: Exclude<keyof Workspace, 'tenant' | 'timeZone' | 'calendar'>
  getName(definition: never): string
}

const byName = (definition: { readonly name: string }): string => definition.name

const SECTIONS: readonly Section[] = [
  { kind: 'account', list: 'accounts', getName: ({ account }: { account: string }) => account },
  { kind: 'category', list: 'categories', getName: ({ id }: { id: string }) => id },
  {
    kind: 'grant',
    list: 'grants',
    getName: ({ account, resource }: Workspace['grants'][number]) =>
      `${account} ${resource.type} ${resource.name}`,
  },
  { kind: 'group', list: 'groups', getName: ({ code }: { code: string }) => code },
  { kind: 'datasource', list: 'datasources', getName: byName },
  { kind: 'dataset', list: 'datasets', getName: byName },
  { kind: 'dimension', list: 'dimensions', getName: byName },
  { kind: 'metric', list: 'metrics', getName: byName },
  { kind: 'period', list: 'periods', getName: byName },
  { kind: 'date_tag', list: 'dateTags', getName: byName },
  { kind: 'plan', list: 'plans', getName: byName },
]

/** The kinds in the order of reports. */
export const KINDS: readonly DefinitionKind[] = SECTIONS.map(({ kind }) => kind)

/** Definitions between two yields: less than a millisecond of work. */
const AT_ONCE = 128

/** Every definition of a workspace as a row, in order. */
export function* toDefinitionRows(workspace: Workspace): SlicedWork<readonly DefinitionRow[]> {
  const rows: DefinitionRow[] = []
  for (const { kind, list, getName } of SECTIONS) {
    for (const definition of workspace[list]) {
      rows.push({ kind, name: getName(definition as never), body: JSON.stringify(definition) })
      if (rows.length % AT_ONCE === 0) yield
    }
  }
  return rows
}

/**
 * The workspace of the given rows, each kind in the order of `orders`; definitions without a position come last. Throws
 * `PLATFORM_STORE_FAILED` for a row that is damaged.
 */
export function* toWorkspace(
  settings: Pick<Workspace, 'tenant' | 'timeZone' | 'calendar'>,
  rows: readonly DefinitionRow[],
  orders: ReadonlyMap<DefinitionKind, readonly string[]>,
): SlicedWork<Workspace> {
  const bodies = new Map<DefinitionKind, Map<string, string>>(
    KINDS.map((kind) => [kind, new Map()]),
  )
  let read = 0
  for (const { kind, name, body } of rows) {
    bodies.get(kind)?.set(name, body)
    if (++read % AT_ONCE === 0) yield
  }
  const lists: [list: string, definitions: readonly unknown[]][] = []
  for (const { kind, list } of SECTIONS) {
    const remainingBodies = bodies.get(kind)!
    const definitions: unknown[] = []
    const take = (name: string): void => {
      const body = remainingBodies.get(name)
      if (body === undefined) return
      remainingBodies.delete(name)
      definitions.push(parseBody(body, { tenant: settings.tenant, kind, name }))
    }
    for (const name of orders.get(kind) ?? []) {
      take(name)
      if (++read % AT_ONCE === 0) yield
    }
    for (const name of remainingBodies.keys()) take(name)
    lists.push([list, definitions])
  }
  return { ...settings, ...(Object.fromEntries(lists) as Omit<Workspace, keyof typeof settings>) }
}

function parseBody(
  body: string,
  definition: { readonly tenant: string; readonly kind: DefinitionKind; readonly name: string },
): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw damagedDefinitionError(definition, error)
  }
}

/** The change of one definition when a workspace is applied. */
export interface DefinitionChange {
  readonly change: 'ADDED' | 'CHANGED' | 'REMOVED'
  readonly kind: DefinitionKind
  readonly name: string
}

/** The changes of all definitions when a workspace is applied. */
export interface WorkspaceDifference {
  readonly tenant: string
  /** By kind, then by name. */
  readonly changes: readonly DefinitionChange[]
  /** How many definitions stay as they are. */
  readonly unchanged: number
}

/** The changes from the stored definitions to the wanted ones, by kind, then by name. */
export function* compareDefinitionRows(
  stored: readonly DefinitionRow[],
  wanted: readonly DefinitionRow[],
): SlicedWork<readonly DefinitionChange[]> {
  const before = new Map<string, string>()
  let read = 0
  for (const row of stored) {
    before.set(toDefinitionKey(row), row.body)
    if (++read % AT_ONCE === 0) yield
  }
  const changes: DefinitionChange[] = []
  for (const { kind, name, body } of wanted) {
    const key = toDefinitionKey({ kind, name })
    const old = before.get(key)
    before.delete(key)
    if (old !== body) changes.push({ change: old === undefined ? 'ADDED' : 'CHANGED', kind, name })
    if (++read % AT_ONCE === 0) yield
  }
  for (const { kind, name } of stored) {
    if (before.has(toDefinitionKey({ kind, name }))) changes.push({ change: 'REMOVED', kind, name })
    if (++read % AT_ONCE === 0) yield
  }
  return yield* sortInSlices(changes, compareChanges)
}

function compareChanges(a: DefinitionChange, b: DefinitionChange): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1)
}

/** The key of a definition among those of all kinds. */
export function toDefinitionKey({ kind, name }: Pick<DefinitionRow, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}
