import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { answerFrom, type Engine, type Pair } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'

/** SQLite in memory, of numbers, with an index for each direction, asked a prepared look-up for each vertex that is met. */
export function sqliteLookUps(lineage: GeneratedLineage): Engine<Rows> {
  return engineOn(lookUps(load(lineage)))
}

/** The same SQLite, asked one recursive statement for each direction. */
export function sqliteRecursive(lineage: GeneratedLineage): Engine<Rows> {
  return engineOn(recursive(load(lineage)))
}

interface Row {
  readonly src: number
  readonly dst: number
  readonly type: number
}

/** The edges upstream and those downstream. */
type Rows = readonly [up: readonly Row[], down: readonly Row[]]

/** The edges of a walk in one direction. */
type Ask = (root: number, steps: number, isUp: boolean) => readonly Row[]

function engineOn(ask: Ask): Engine<Rows> {
  return {
    ask: ({ number }, steps) => [ask(number, steps, true), ask(number, steps, false)],
    answer: ([up, down], root, { size }) =>
      answerFrom(root, size, { up: pairs(up), down: pairs(down) }),
  }
}

function pairs(rows: readonly Row[]): readonly Pair[] {
  return rows.map(({ src, dst }) => [src, dst])
}

function load({ sources, targets, types }: GeneratedLineage): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE edge (src INT, dst INT, type INT)')
  const insert = database.prepare('INSERT INTO edge VALUES (?, ?, ?)')
  database.exec('BEGIN')
  for (let i = 0; i < sources.length; i++) insert.run(sources[i]!, targets[i]!, types[i]!)
  database.exec('COMMIT')
  database.exec('CREATE INDEX down ON edge (src, dst, type)')
  database.exec('CREATE INDEX up ON edge (dst, src, type)')
  database.exec('ANALYZE')
  return database
}

function lookUps(database: DatabaseSync): Ask {
  const up = database.prepare('SELECT src, dst, type FROM edge WHERE dst = ?')
  const down = database.prepare('SELECT src, dst, type FROM edge WHERE src = ?')
  return (root, steps, isUp) => {
    const statement = isUp ? up : down
    const found: Row[] = []
    const seen = new Set([root])
    let level = [root]
    for (let hop = 0; hop < steps && level.length > 0; hop++) {
      const next: number[] = []
      for (const near of level) {
        for (const row of statement.all(near) as unknown as readonly Row[]) {
          found.push(row)
          const far = isUp ? row.src : row.dst
          if (seen.has(far)) continue
          seen.add(far)
          next.push(far)
        }
      }
      level = next
    }
    return found
  }
}

function recursive(database: DatabaseSync): Ask {
  const statement = (near: string, far: string): StatementSync =>
    database.prepare(`WITH RECURSIVE walk (vertex, hop) AS (
        SELECT ?, 0 UNION
        SELECT edge.${far}, hop + 1 FROM walk JOIN edge ON edge.${near} = vertex WHERE hop + 1 < ?)
      SELECT src, dst, type FROM (SELECT DISTINCT vertex FROM walk) JOIN edge ON edge.${near} = vertex`)
  const up = statement('dst', 'src')
  const down = statement('src', 'dst')
  return (root, steps, isUp) => (isUp ? up : down).all(root, steps) as unknown as readonly Row[]
}
