import type { ExportFinding } from './exporter.ts'

/** Definitions in a format of another tool. */
export interface ExportedDefinitions {
  /** The content of the file. */
  readonly text: string
  /** The definitions that the file lacks, and those that an import of it would change. */
  readonly findings: readonly ExportFinding[]
  /** Numbers of definitions in the file. */
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    readonly metrics: number
  }
}
