import type { CategoryDefinition } from '../../definitions/category.ts'
import type { CategoryRef } from '../../definitions/dimension.ts'
import type { Drafted } from '../draft.ts'
import type { Report } from '../report.ts'
import type { CategoryInFile } from '../workspace-file.ts'
import { uniqueBy } from './unique-by.ts'

/** The categories, each with an id of its own. */
export function checkCategories(
  report: Report,
  drafts: readonly Drafted<CategoryInFile, CategoryDefinition>[],
): readonly CategoryDefinition[] {
  for (const { raw, definition } of drafts) {
    if (definition.id !== '-1') continue
    report.at(raw, ['id'], 'The id -1 is that of Uncategorized, found it on a category')
  }
  return uniqueBy(report, 'category', drafts, 'id').map((one) => one.definition)
}

/** What is filed: metrics and dimensions. */
interface Filed {
  readonly category: CategoryRef
}

/** The drafts with the names of their categories; an id that no category has is a mistake. */
export function fileIn<Raw extends { readonly category?: unknown }, Definition extends Filed>(
  report: Report,
  drafts: readonly Drafted<Raw, Definition>[],
  categories: readonly CategoryDefinition[],
): readonly Drafted<Raw, Definition>[] {
  const known = new Map(categories.map((one) => [one.id, one]))
  return drafts.map((draft) => {
    const { raw, definition } = draft
    if (typeof raw.category !== 'string') return draft
    const category = known.get(raw.category)
    if (category !== undefined) return { raw, definition: { ...definition, category } }
    const reference = { kind: 'category', name: raw.category, candidates: known.keys() }
    report.unknown(raw, ['category'], reference)
    return draft
  })
}
