import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { writeCsvFiles } from './csv-files.ts'
import { answerFrom, type Engine, type EngineData, type Pair } from './engine.ts'

/** The edges upstream and those downstream, each as source, target and type. */
type Rows = readonly [up: readonly Row[], down: readonly Row[]]

type Row = readonly [source: number, target: number, type: number]

/** DuckDB in memory, of numbers, asked one recursive statement for each direction. */
export async function duckDbEngine({ lineage, folder }: EngineData): Promise<Engine<Rows>> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const { edges } = writeCsvFiles(lineage, folder)
  await connection.run('CREATE TABLE edge (src INT, dst INT, type TINYINT)')
  await connection.run(`COPY edge FROM '${edges}' (HEADER false)`)
  return engineOn(await statements(connection))
}

type Ask = (root: number, steps: number, isUp: boolean) => Promise<readonly Row[]>

function engineOn(ask: Ask): Engine<Rows> {
  return {
    ask: async ({ number }, steps) => [
      await ask(number, steps, true),
      await ask(number, steps, false),
    ],
    answer: ([up, down], root, { size }) =>
      answerFrom(root, size, { up: pairs(up), down: pairs(down) }),
  }
}

function pairs(rows: readonly Row[]): readonly Pair[] {
  return rows.map(([source, target]) => [source, target])
}

async function statements(connection: DuckDBConnection): Promise<Ask> {
  const prepare = (near: string, far: string) =>
    connection.prepare(`WITH RECURSIVE walk (vertex, hop) AS (
        SELECT $1::INT, 0 UNION
        SELECT edge.${far}, hop + 1 FROM walk JOIN edge ON edge.${near} = vertex WHERE hop + 1 < $2)
      SELECT src, dst, type FROM (SELECT DISTINCT vertex FROM walk) JOIN edge ON edge.${near} = vertex`)
  const up = await prepare('dst', 'src')
  const down = await prepare('src', 'dst')
  return async (root, steps, isUp) => {
    const statement = isUp ? up : down
    statement.bindInteger(1, root)
    statement.bindInteger(2, steps)
    return (await statement.runAndReadAll()).getRows() as unknown as readonly Row[]
  }
}
