import { createHash } from 'node:crypto'
import type { Findings, Subject } from '../draft/findings.ts'

/** Who writes extensions of ours into files of other formats. */
export const VENDOR = 'TRIBUTARY'

/** What is said of a definition beside its text in another format. */
export interface Extension {
  readonly v: 1
  /** The hash of the text beside it and of the texts that it stands on. */
  readonly of: string
  /** What it stands on: `metrics/revenue`. */
  readonly on: readonly string[]
  /** The definition, as YAML files of a workspace have it; null for what only helps the format to say others. */
  readonly definition: Readonly<Record<string, unknown>> | null
  /** Of a dataset: its dimensions; others are there only because of the format. Absent where the format makes none. */
  readonly keeps?: readonly string[]
}

/** The lists of definitions that have extensions. */
export type ExtendedList = 'datasets' | 'dimensions' | 'metrics'

/** An extension that is believed. */
export interface Extra {
  readonly list: ExtendedList
  /** The name in the document, of a dimension after that of its dataset: `orders.state`. */
  readonly name: string
  readonly definition: Extension['definition']
  readonly keeps?: readonly string[]
}

/** What the extensions of a document say. */
export interface Extras {
  readonly believed: readonly Extra[]
  /** Things whose text was changed since the extension was written. */
  readonly changed: readonly Subject[]
}

/** The things of a document that extensions stand beside, by `metrics/revenue`, each without its extensions. */
export type Elements = ReadonlyMap<string, unknown>

/** The hash of a thing and of those that it stands on. */
export function hashOfElement(key: string, on: readonly string[], elements: Elements): string {
  return hashOfData([key, ...on].map((elementKey) => elements.get(elementKey) ?? null))
}

/** What an extension says. */
export function saidBy({ definition, keeps }: Extension): Pick<Extra, 'definition' | 'keeps'> {
  return { definition, ...(keeps !== undefined && { keeps }) }
}

/** Says of things that their extensions are not believed. */
export function noteChangedTexts(changed: readonly Subject[], findings: Findings): void {
  for (const subject of changed) {
    const message = 'its text was changed since it was exported; its extension is not read'
    findings.add('NOTE', subject, message)
  }
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
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
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
