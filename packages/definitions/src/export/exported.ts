import type { ExportFinding } from './exporter.ts'

/** Definitions in a format of another tool. */
export interface ExportedDefinitions {
  /** The content of the file. */
  readonly text: string
  /** What is not in the file, and what an import of it has otherwise. */
  readonly findings: readonly ExportFinding[]
  /** What the file has. */
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    readonly metrics: number
  }
}
