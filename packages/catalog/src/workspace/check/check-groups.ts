import type { GroupDefinition } from '../../definitions/group.ts'
import type { Drafted } from '../draft.ts'
import type { Report } from '../report.ts'
import type { GroupInFile } from '../workspace-file.ts'
import { uniqueBy } from './unique-by.ts'

type GroupDraft = Drafted<GroupInFile, GroupDefinition>

/** The groups as a tree, each after the one above it; siblings stay in the order of the files. */
export function checkGroups(
  report: Report,
  drafts: readonly GroupDraft[],
): readonly GroupDefinition[] {
  const unique = uniqueBy(report, 'group', uniqueBy(report, 'group', drafts, 'code'), 'id')
  const codes = new Set(unique.map(({ definition }) => definition.code))
  const under = new Map<string | null, GroupDefinition[]>()
  for (const { raw, definition } of unique) {
    const { parent } = definition
    if (parent !== null && !codes.has(parent)) {
      report.unknown(raw, ['parent'], { kind: 'group', name: parent, candidates: codes })
      continue
    }
    const siblings = under.get(parent)
    if (siblings === undefined) under.set(parent, [definition])
    else siblings.push(definition)
  }
  const ordered: GroupDefinition[] = []
  const waiting = (under.get(null) ?? []).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ordered.push(next)
    waiting.push(...(under.get(next.code) ?? []).toReversed())
  }
  reportCircles(report, unique, new Set(ordered.map(({ code }) => code)))
  return ordered
}

/** What the top does not lead to, though its parent is known, is above itself. */
function reportCircles(
  report: Report,
  drafts: readonly GroupDraft[],
  reached: ReadonlySet<string>,
): void {
  const parents = new Map(drafts.map(({ definition }) => [definition.code, definition.parent]))
  for (const { raw, definition } of drafts) {
    if (reached.has(definition.code)) continue
    const path = [definition.code]
    for (
      let up = definition.parent;
      up !== null && up !== undefined;
      up = parents.get(up) ?? null
    ) {
      path.push(up)
      if (up === definition.code) {
        report.at(raw, ['parent'], `A group may not stand under itself: ${path.join(' → ')}`)
      }
      if (path.indexOf(up) < path.length - 1) break
    }
  }
}
