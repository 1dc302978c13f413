import { createHash } from 'node:crypto'
import type { Findings, Subject } from '../draft/findings.ts'

/** The vendor name of our extensions in files of other formats. */
export const VENDOR = 'TRIBUTARY'

/** A definition of ours that is written beside its text in another format. */
export interface Extension {
  readonly v: 1
  /** The hash of the text beside it and of the texts of its dependencies. */
  readonly of: string
  /** Its dependencies: `metrics/revenue`. */
  readonly on: readonly string[]
  /** The definition, as in YAML files of a workspace; null for a helper that only this format needs. */
  readonly definition: Readonly<Record<string, unknown>> | null
  /** Of a dataset: its dimensions; the file has others only because of the format. Absent where the format adds none. */
  readonly keeps?: readonly string[]
}

/** The lists of definitions that have extensions. */
export type ExtendedList = 'datasets' | 'dimensions' | 'metrics'

/** An extension whose text has not changed since it was written. */
export interface Extra {
  readonly list: ExtendedList
  /** The name in the document, of a dimension after that of its dataset: `orders.state`. */
  readonly name: string
  readonly definition: Extension['definition']
  readonly keeps?: readonly string[]
}

/** The extensions of a document. */
export interface Extras {
  readonly believed: readonly Extra[]
  /** Things whose text was changed since the extension was written. */
  readonly changed: readonly Subject[]
}

/** The elements of a document that can have extensions, by `metrics/revenue`, each without its extensions. */
export type Elements = ReadonlyMap<string, unknown>

/** The hash of an element and of its dependencies. */
export function hashElement(key: string, on: readonly string[], elements: Elements): string {
  return hashData([key, ...on].map((elementKey) => elements.get(elementKey) ?? null))
}

/** The content of an extension. */
export function toExtraContent({
  definition,
  keeps,
}: Extension): Pick<Extra, 'definition' | 'keeps'> {
  return { definition, ...(keeps !== undefined && { keeps }) }
}

/** Notes that the extensions of changed texts are ignored. */
export function noteChangedTexts(changed: readonly Subject[], findings: Findings): void {
  for (const subject of changed) {
    const message = 'its text was changed since it was exported; its extension is not read'
    findings.add('NOTE', subject, message)
  }
}

/** Keys of a dataset that an extension may set; the place of its rows is not among them. */
export const DATASET_KEYS: readonly string[] = [
  'displayName',
  'description',
  'time',
  'times',
  'filter',
  'partition',
  'tags',
  'layout',
  'relations',
]

/** A hash of plain data, whatever the order of its keys. */
export function hashData(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

/** Reads an extension from its text; null for anything else. */
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
  const { v, of, on, definition, keeps } = value as Readonly<Record<string, unknown>>
  return (
    v === 1 &&
    typeof of === 'string' &&
    Array.isArray(on) &&
    on.every((dependency) => typeof dependency === 'string') &&
    typeof definition === 'object' &&
    !Array.isArray(definition) &&
    (keeps === undefined || Array.isArray(keeps))
  )
}
