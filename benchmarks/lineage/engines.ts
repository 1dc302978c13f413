import type { Engine, EngineData } from './engine.ts'

/** An engine to be measured, and how a process makes it. */
export interface EngineKind {
  readonly name: string
  /** Whether it answers in objects of texts; else in rows of numbers, which is less work. */
  readonly givesObjects: boolean
  /** Loads only what this engine needs; null when it is not installed. */
  make(data: EngineData): Promise<Engine | null>
}

/** All engines; the first is ours, with which the others are compared. */
export const ENGINES: readonly EngineKind[] = [
  {
    name: '@tributary/lineage',
    givesObjects: true,
    make: async (data) => (await import('./ours.ts')).ourEngine(data),
  },
  {
    name: 'raw CSR',
    givesObjects: true,
    make: async ({ lineage }) => (await import('./csr.ts')).rawCsr(lineage),
  },
  {
    name: 'raw CSR, in the same order',
    givesObjects: true,
    make: async ({ lineage }) => (await import('./ordered-csr.ts')).orderedCsr(lineage),
  },
  {
    name: 'graphology, own BFS',
    givesObjects: true,
    make: async ({ lineage }) => (await import('./graphology.ts')).graphologyByHand(lineage),
  },
  {
    name: 'graphology-traversal',
    givesObjects: true,
    make: async ({ lineage }) => (await import('./graphology.ts')).graphologyTraversal(lineage),
  },
  {
    name: 'node:sqlite, look-ups',
    givesObjects: false,
    make: async ({ lineage }) => (await import('./sqlite.ts')).sqliteLookUps(lineage),
  },
  {
    name: 'node:sqlite, recursive query',
    givesObjects: false,
    make: async ({ lineage }) => (await import('./sqlite.ts')).sqliteRecursive(lineage),
  },
  {
    name: 'DuckDB, recursive query',
    givesObjects: false,
    make: async (data) => (await import('./duckdb.ts')).duckDbEngine(data),
  },
  {
    name: 'Ladybug, Cypher',
    givesObjects: false,
    make: async (data) => (await import('./ladybug.ts')).ladybugEngine(data),
  },
]
