/** The part of JSON Schema that the workspace schema is written in. */
export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly minProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** A description of texts that fit `pattern`. */
  readonly patternErrorMessage?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
}

/** Receives what the structure check finds in a document. */
export interface StructureReport {
  /** A mistake at `path`; `atKey` points to the key rather than the value. */
  problem(path: DocumentPath, message: string, suggestion: string | null, atKey?: boolean): void
  /** An object or list that stays, and where the original stood. */
  remember(value: object, path: DocumentPath): void
  /** The text of a file for a number or the like: `0x10` is 16, and is not meant to be. */
  written(path: DocumentPath): string | null
  /** An entry of a list, or an optional value, that does not stay. */
  dropped(value: unknown, path: DocumentPath): void
}

/** Marks a value that cannot be used. */
export const BROKEN: unique symbol = Symbol('broken')

/** Keys and indices from the root of a document. */
export type DocumentPath = readonly (string | number)[]

/** A path as people write it: `metrics[3].expr`; empty for the root. */
export function formatPath(path: DocumentPath): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
}
