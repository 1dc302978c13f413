import type {
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
  ResourceType,
} from '../../definitions/access.ts'
import type { CategoryRef } from '../../definitions/dimension.ts'
import type { Workspace } from '../../definitions/workspace.ts'
import type { CategoryInFile, GrantInFile, GroupInFile } from '../codecs/access.ts'
import { listGrantResources } from '../codecs/access.ts'
import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../files/report.ts'
import { filterUnique } from './filter-unique.ts'

/** The categories, each with an id of its own. */
export function checkCategories(
  report: Report,
  entries: readonly Entry<CategoryInFile, CategoryDefinition>[],
): readonly CategoryDefinition[] {
  for (const { raw, definition } of entries) {
    if (definition.id !== '-1') continue
    report.at(raw, ['id'], 'The id -1 is reserved for Uncategorized')
  }
  return filterUnique(report, 'category', entries, 'id').map((entry) => entry.definition)
}

/** A definition with a category. */
interface Filed {
  readonly category: CategoryRef
}

/** The entries with the names of their categories; an id that no category has is a mistake. */
export function resolveCategories<
  Raw extends { readonly category?: unknown },
  Definition extends Filed,
>(
  report: Report,
  entries: readonly Entry<Raw, Definition>[],
  categories: readonly CategoryDefinition[],
): readonly Entry<Raw, Definition>[] {
  const categoriesById = new Map(categories.map((category) => [category.id, category]))
  return entries.map((entry) => {
    const { raw, definition } = entry
    if (typeof raw.category !== 'string') return entry
    const category = categoriesById.get(raw.category)
    if (category !== undefined) return { raw, definition: { ...definition, category } }
    const reference = { kind: 'category', name: raw.category, candidates: categoriesById.keys() }
    report.unknown(raw, ['category'], reference)
    return entry
  })
}

const KEYS = ['metric', 'dimension', 'dataset', 'datasource', 'category'] as const

/** The grants, each of a known account to one known resource. */
export function checkGrants(
  report: Report,
  entries: readonly Entry<GrantInFile, GrantDefinition>[],
  workspace: Workspace,
): readonly GrantDefinition[] {
  const accounts = new Set(workspace.accounts.map(({ account }) => account))
  const resources = namesByKey(workspace)
  const grantsByKey = new Map<string, GrantInFile>()
  for (const { raw, definition } of entries) {
    if (!accounts.has(definition.account)) {
      const reference = { kind: 'account', name: definition.account, candidates: accounts }
      report.unknown(raw, ['account'], reference)
    }
    checkResource(report, raw, resources)
    checkExpiry(report, raw)
    const key = JSON.stringify([definition.account, definition.resource])
    const first = grantsByKey.get(key)
    if (first === undefined) grantsByKey.set(key, raw)
    else {
      const place = `the first is at ${report.placeOf(first)}`
      report.at(raw, [], `Two grants of "${definition.account}" are to the same resource`, place)
    }
  }
  return entries.map(({ definition }) => definition)
}

type Names = Readonly<Record<(typeof KEYS)[number], ReadonlySet<string>>>

function namesByKey(workspace: Workspace): Names {
  const names = (all: readonly { readonly name: string }[]) =>
    new Set(all.map((definition) => definition.name))
  const filed = [...workspace.metrics, ...workspace.dimensions].map(({ category }) => category.id)
  return {
    metric: names(workspace.metrics),
    dimension: names(workspace.dimensions),
    dataset: names(workspace.datasets),
    datasource: names(workspace.datasources),
    category: new Set([...workspace.categories.map(({ id }) => id), ...filed]),
  }
}

function checkResource(report: Report, raw: GrantInFile, names: Names): void {
  const resources = listGrantResources(raw)
  if (resources.length !== 1) {
    const keyText =
      resources.length === 0
        ? 'none'
        : resources.map(({ type }) => toResourceKey(type)).join(' and ')
    report.at(raw, [], `Expected one of ${KEYS.join(', ')}, found ${keyText}`)
  }
  for (const { type, name } of resources) {
    const key = KEYS.find((candidate) => candidate === toResourceKey(type))
    if (key === undefined || names[key].has(name)) continue
    report.unknown(raw, [key], { kind: key, name, candidates: names[key] })
  }
}

function toResourceKey(type: ResourceType): string {
  return type.toLowerCase()
}

/** The schema's pattern accepts February 31. */
function checkExpiry(report: Report, raw: GrantInFile): void {
  if (raw.expires === undefined) return
  const moment = new Date(raw.expires)
  const isReal =
    !Number.isNaN(moment.valueOf()) &&
    moment.toISOString().slice(0, 19) === raw.expires.slice(0, 19)
  if (isReal) return
  report.at(raw, ['expires'], `Expected a moment that exists, found "${raw.expires}"`)
}

type GroupEntry = Entry<GroupInFile, GroupDefinition>

/** The groups as a tree, each after the one above it; siblings stay in the order of the files. */
export function checkGroups(
  report: Report,
  entries: readonly GroupEntry[],
): readonly GroupDefinition[] {
  const unique = filterUnique(report, 'group', filterUnique(report, 'group', entries, 'code'), 'id')
  const codes = new Set(unique.map(({ definition }) => definition.code))
  for (const { raw, definition } of unique) {
    const { parent } = definition
    if (parent === null || codes.has(parent)) continue
    report.unknown(raw, ['parent'], { kind: 'group', name: parent, candidates: codes })
  }
  const under = Map.groupBy(
    unique.map(({ definition }) => definition),
    ({ parent }) => parent,
  )
  const ordered: GroupDefinition[] = []
  const waiting = (under.get(null) ?? []).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ordered.push(next)
    waiting.push(...(under.get(next.code) ?? []).toReversed())
  }
  reportCircles(report, unique, new Set(ordered.map(({ code }) => code)))
  return ordered
}

/** A group that the top does not lead to, though its parent is known, is part of a cycle. */
function reportCircles(
  report: Report,
  entries: readonly GroupEntry[],
  reached: ReadonlySet<string>,
): void {
  const parents = new Map(entries.map(({ definition }) => [definition.code, definition.parent]))
  for (const { raw, definition } of entries) {
    if (reached.has(definition.code)) continue
    const path = [definition.code]
    for (
      let up = definition.parent;
      up !== null && up !== undefined;
      up = parents.get(up) ?? null
    ) {
      path.push(up)
      if (up === definition.code) {
        report.at(raw, ['parent'], `Group ${up} is below itself: ${path.join(' → ')}`)
      }
      if (path.indexOf(up) < path.length - 1) break
    }
  }
}
