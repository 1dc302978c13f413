import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { writeCsvFiles } from './csv-files.ts'
import { answerFrom, type Engine, type EngineData, type Pair } from './engine.ts'

/** DuckDB in memory, of numbers, asked one recursive statement for each direction. */
export async function duckDbEngine({ lineage, folder }: EngineData): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const { edges } = writeCsvFiles(lineage, folder)
  await connection.run('CREATE TABLE edge (src INT, dst INT, type TINYINT)')
  await connection.run(`COPY edge FROM '${edges}' (HEADER false)`)
  const ask = await statements(connection)
  return {
    name: 'DuckDB, recursive query',
    givesObjects: false,
    ask: async ({ number }, steps) => [
      await ask(number, steps, true),
      await ask(number, steps, false),
    ],
    answer: async (root, steps) =>
      answerFrom(root, lineage.vertices.length, {
        up: (await ask(root.number, steps, true)) as readonly Pair[],
        down: (await ask(root.number, steps, false)) as readonly Pair[],
      }),
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function statements(
  connection: DuckDBConnection,
): Promise<(root: number, steps: number, isUp: boolean) => Promise<readonly unknown[]>> {
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
    return (await statement.runAndReadAll()).getRows()
  }
}
