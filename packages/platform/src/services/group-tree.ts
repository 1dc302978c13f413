import { TOP, type UserGroup } from '../store/user-groups.ts'

/** A group and the sibling right before it. */
export interface PlacedGroup extends UserGroup {
  readonly front: string | null
}

/** The groups as a tree is read: each before its children, siblings in their order. */
export function treeOrder(groups: readonly UserGroup[]): readonly PlacedGroup[] {
  const children = Map.groupBy(groups, ({ parent }) => parent)
  const ordered: PlacedGroup[] = []
  const waiting = placed(children.get(TOP)).toReversed()
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    ordered.push(group)
    waiting.push(...placed(children.get(group.id)).toReversed())
  }
  return ordered
}

/** The group and all that it stands below, from it to the top. */
export function pathToTop(groups: readonly UserGroup[], id: string): readonly string[] {
  const parents = new Map(groups.map((group) => [group.id, group.parent]))
  const path: string[] = []
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = parents.get(at)) {
    path.push(at)
  }
  return path
}

function placed(siblings: readonly UserGroup[] = []): PlacedGroup[] {
  return siblings.map((group, i) => ({ ...group, front: siblings[i - 1]?.id ?? null }))
}
