import type { DefinitionKind } from './schema.ts'
import { type DefinitionRow, KINDS } from './workspace-rows.ts'

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
