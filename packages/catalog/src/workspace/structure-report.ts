import type { DocumentPath } from './document-path.ts'

/** What the structure check tells while it goes through a document. */
export interface StructureReport {
  /** A mistake at `path`; `atKey` points to the key rather than the value. */
  problem(path: DocumentPath, message: string, suggestion: string | null, atKey?: boolean): void
  /** An object or list that stays, and where the original stood. */
  kept(value: object, path: DocumentPath): void
  /** The text of a file for a number or the like: `0x10` is 16, and is not meant to be. */
  written(path: DocumentPath): string | null
  /** An entry of a list, or an optional value, that does not stay. */
  dropped(value: unknown, path: DocumentPath): void
}

/** Stands for a value that cannot be used. */
export const BROKEN: unique symbol = Symbol('broken')
