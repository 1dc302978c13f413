import type { LineAndColumn, Place } from './place.ts'

/**
 * The result of an import for one element. EXACT: imported, its change is explained exactly. VALUES: imported, with values and growth, no
 * contributions. QUESTION: not a metric but a question about one. LEFT_OUT: not imported. NOTE: imported, with a
 * difference.
 */
export type FindingStatus = 'EXACT' | 'VALUES' | 'QUESTION' | 'LEFT_OUT' | 'NOTE'

/** The kinds of elements in a document. */
export type FindingKind =
  | 'dataset'
  | 'relation'
  | 'dimension'
  | 'metric'
  | 'granularity'
  | 'saved query'

/** A remark about one element of a document. */
export interface Finding {
  readonly status: FindingStatus
  readonly kind: FindingKind
  /** Its name in the document. */
  readonly name: string
  /** The file that it is in, where several are imported together. Absent for the only one. */
  readonly file?: string
  /** Its place in the document: `metrics[3]`. */
  readonly path: string
  /** From 1; null where the format has no lines that matter. */
  readonly line: number | null
  readonly column: number | null
  /** Empty for EXACT. */
  readonly message: string
  /** The name of the dependency whose absence caused this; null for none. */
  readonly causedBy: string | null
}

/** An element of a document. */
export interface Subject {
  readonly kind: FindingKind
  readonly name: string
  readonly at: Place
}

/** The findings of an import. */
export class Findings {
  readonly #all: Finding[] = []
  readonly #leftOut = new Set<string>()

  get all(): readonly Finding[] {
    return this.#all
  }

  /** Whether a finding says that the element is left out. */
  isLeftOut(subject: Subject): boolean {
    return this.#leftOut.has(toSubjectKey(subject))
  }

  add(
    status: FindingStatus,
    subject: Subject,
    message: string,
    causedBy: string | null = null,
  ): void {
    const { kind, name, at } = subject
    const position: LineAndColumn | null = at.position
    if (status === 'LEFT_OUT') this.#leftOut.add(toSubjectKey(subject))
    this.#all.push({
      status,
      kind,
      name,
      path: at.path,
      message,
      causedBy,
      line: position?.line ?? null,
      column: position?.column ?? null,
      ...(at.document.isOfSeveral && { file: at.document.file }),
    })
  }
}

// Two elements may share a place: a member that another cube inherits.
function toSubjectKey({ kind, name, at }: Subject): string {
  return JSON.stringify([kind, name, at.document.file, at.path])
}
