import { peer } from '../measure/peer.ts'
import { writeCsvFiles } from './csv-files.ts'
import { answerFrom, type Engine, type EngineData, type Pair } from './engine.ts'

/** The part of Ladybug's interface that is used here. */
interface LadybugModule {
  readonly Database: new (path: string) => Closable
  readonly Connection: new (database: Closable, threads?: number) => LadybugConnection
}

interface Closable {
  close(): Promise<void>
}

interface LadybugConnection extends Closable {
  query(text: string): Promise<QueryResult>
  prepare(text: string): Promise<object>
  execute(statement: object, values: object): Promise<QueryResult>
}

interface QueryResult {
  getAll(): Promise<readonly Row[]>
}

type Row = Readonly<Record<string, number>>

/** The edges upstream and those downstream, by the end that was met first. */
type Rows = readonly [up: readonly Row[], down: readonly Row[]]

/** Ladybug, the graph database that carries Kuzu on, in memory and of numbers; null when it is not installed. */
export async function ladybugEngine({ lineage, folder }: EngineData): Promise<Engine<Rows> | null> {
  const module = await peer<LadybugModule & { readonly default?: LadybugModule }>(
    'lineage',
    '@ladybugdb/core',
  )
  if (module === null) return null
  const { Database, Connection } = module.default ?? module
  const database = new Database(':memory:')
  const connection = new Connection(database, 2)
  const files = writeCsvFiles(lineage, folder)
  await connection.query('CREATE NODE TABLE V (id INT64, PRIMARY KEY (id))')
  await connection.query('CREATE REL TABLE E (FROM V TO V, type INT64)')
  await connection.query(`COPY V FROM '${files.vertices}'`)
  await connection.query(`COPY E FROM '${files.edges}'`)
  return engineOn(asker(connection))
}

type Ask = (root: number, steps: number, isUp: boolean) => Promise<readonly Row[]>

function engineOn(ask: Ask): Engine<Rows> {
  return {
    ask: async ({ number }, steps) => [
      await ask(number, steps, true),
      await ask(number, steps, false),
    ],
    answer: ([up, down], root, { size }) =>
      answerFrom(root, size, {
        up: up.map(({ near, far }): Pair => [Number(far), Number(near)]),
        down: down.map(({ near, far }): Pair => [Number(near), Number(far)]),
      }),
  }
}

/**
 * For each direction the edges of the root, and those of everything that a shortest way of one hop less leads to:
 * the quickest of the forms that we tried.
 */
function asker(connection: LadybugConnection): Ask {
  const prepared = new Map<string, Promise<object>>()
  const run = async (pattern: string, root: number): Promise<readonly Row[]> => {
    const text = `MATCH ${pattern} RETURN near.id AS near, far.id AS far, e.type AS type`
    const known = prepared.get(text) ?? connection.prepare(text)
    prepared.set(text, known)
    const result = await connection.execute(await known, { root })
    return result.getAll()
  }
  return async (root, steps, isUp) => {
    const [left, right] = isUp ? ['<-', '-'] : ['-', '->']
    const first = await run(`(near:V {id: $root})${left}[e:E]${right}(far:V)`, root)
    if (steps === 1) return first
    const way = `${left}[:E* SHORTEST 1..${steps - 1}]${right}`
    const more = await run(`(a:V {id: $root})${way}(near:V)${left}[e:E]${right}(far:V)`, root)
    return [...first, ...more]
  }
}
