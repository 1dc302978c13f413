import type { DatasetDefinition } from '@tributary/catalog'
import type { Expr, ValueType } from '@tributary/expression'
import { findColumnByName, resolveColumn } from '../draft/tables.ts'
import type { NameMeaning } from '../sql-text/context/context.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'
import type { SqlDataset, SqlNames } from './sql-model.ts'

/** The meaning of a field: a column or an expression of columns. */
export interface FieldMeaning {
  readonly tree: Expr
  readonly type: ValueType
}

/** A dataset that was made, with the meaning of its fields by name. */
export interface ImportedDataset {
  readonly source: SqlDataset
  readonly dataset: DatasetDefinition
  readonly fields: ReadonlyMap<string, FieldMeaning>
}

/** The datasets that were made, by what SQL texts call them. */
export type ImportedDatasets = ReadonlyMap<string, ImportedDataset>

/** `a.b` as messages show it. */
export function formatName(parts: readonly NamePart[]): string {
  return parts.map(({ text }) => text).join('.')
}

/** The value of a name in a map that does not change: of the exact key, else of the only key that equals it without case. */
export function lookUp<T>(map: ReadonlyMap<string, T>, { text }: NamePart): T | undefined {
  const exact = map.get(text)
  if (exact !== undefined) return exact
  const key = indexByLowerCase(map).get(text.toLowerCase())
  return key === undefined || key === null ? undefined : map.get(key)
}

const LOWERED = new WeakMap<object, ReadonlyMap<string, string | null>>()

/** The keys of a map by their lower case; null where several have the same. */
function indexByLowerCase(map: ReadonlyMap<string, unknown>): ReadonlyMap<string, string | null> {
  const cachedKeys = LOWERED.get(map)
  if (cachedKeys !== undefined) return cachedKeys
  const keys = new Map<string, string | null>()
  for (const key of map.keys()) {
    const lower = key.toLowerCase()
    keys.set(lower, keys.has(lower) ? null : key)
  }
  LOWERED.set(map, keys)
  return keys
}

/** The meaning of a field or column of one dataset. */
export function resolveDatasetField(
  { dataset, fields }: ImportedDataset,
  part: NamePart,
  how: SqlNames['fields'],
): NameMeaning {
  const field = how === 'NEVER' ? undefined : lookUp(fields, part)
  if (how === 'UNCLEAR' && field !== undefined) {
    const column = findColumnByName(dataset, part)
    const isSame =
      typeof column === 'string' ||
      (field.tree.kind === 'column' &&
        field.tree.dataset === dataset.name &&
        field.tree.column === column.name)
    if (!isSame) return { refused: `${part.text} is a column and a field that differ` }
  }
  return field ?? resolveColumn(dataset, part)
}

/** The meaning of a field that exactly one of the datasets has. */
export function resolveUniqueField(
  part: NamePart,
  datasets: ImportedDatasets,
  how: SqlNames['fields'],
): NameMeaning {
  const fits = [...datasets.values()].flatMap((dataset) => {
    const meaning = resolveDatasetField(dataset, part, how)
    return 'refused' in meaning ? [] : [meaning]
  })
  if (fits.length === 1) return fits[0]!
  return {
    refused:
      fits.length === 0
        ? `no dataset has a field ${part.text}`
        : `several datasets have a field ${part.text}`,
  }
}
