import { createHash } from 'node:crypto'

/** Who writes extensions of ours into files of other formats. */
export const VENDOR = 'TRIBUTARY'

/** What is said of a definition beside its text in another format. */
export interface Extension {
  readonly v: 1
  /** The hash of the text beside it and of the texts that it stands on. */
  readonly of: string
  /** What it stands on: `metrics/revenue`. */
  readonly on: readonly string[]
  /** The definition, as YAML files of a workspace have it. */
  readonly definition: Readonly<Record<string, unknown>>
}

/** The lists of definitions that have extensions. */
export type ExtendedList = 'datasets' | 'dimensions' | 'metrics'

/** An extension that is believed. */
export interface Extra {
  readonly list: ExtendedList
  /** The name in the document, of a dimension after that of its dataset: `orders.state`. */
  readonly name: string
  readonly definition: Extension['definition']
}

/** Keys of a dataset that an extension may say; where its rows are is not among them. */
export const DATASET_KEYS: readonly string[] = [
  ...[
    'displayName',
    'description',
    'time',
    'times',
    'filter',
    'partition',
    'tags',
    'layout',
    'relations',
  ],
]

/** A hash of plain data, whatever the order of its keys. */
export function hashOfData(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** An extension as text is read; null where it is none of ours. */
export function readExtension(data: unknown): Extension | null {
  try {
    const value: unknown =
      typeof data === 'string' && data.length < 1_000_000 ? JSON.parse(data) : null
    return isExtension(value) ? value : null
  } catch {
    return null
  }
}

function isExtension(value: unknown): value is Extension {
  if (typeof value !== 'object' || value === null) return false
  const { v, of, on, definition } = value as Readonly<Record<string, unknown>>
  return (
    v === 1 &&
    typeof of === 'string' &&
    Array.isArray(on) &&
    on.every((one) => typeof one === 'string') &&
    typeof definition === 'object' &&
    definition !== null &&
    !Array.isArray(definition)
  )
}
