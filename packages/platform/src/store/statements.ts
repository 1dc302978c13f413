import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { StoreSchema } from './schema.ts'

/** Runs a query that was built before, with these values, and gives its rows. */
export type PreparedQuery<Values extends object, Row> = (
  store: Kysely<StoreSchema>,
  values: Values,
) => Promise<readonly Row[]>

/**
 * The query that `build` gives for a store and values. `build` is called once for each kind of store, with placeholders for
 * the values, since building a query takes several times as long as running it. It may use values only as parameters of
 * the query; nothing else may depend on them.
 */
export function prepareQuery<Values extends object, Row>(
  build: (store: Kysely<StoreSchema>, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  // A transaction is another object than its store, but both have the same adapter.
  const byAdapter = new WeakMap<object, CompiledQuery<Row>>()
  return async (store, values) => {
    const { adapter } = store.getExecutor()
    let query = byAdapter.get(adapter)
    if (query === undefined) {
      query = build(store, PLACEHOLDERS as Values).compile()
      byAdapter.set(adapter, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await store.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Stands for the value of a name while a query is built. */
class Placeholder {
  readonly name: string | symbol

  constructor(name: string | symbol) {
    this.name = name
  }
}

const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => new Placeholder(name) })

/** Rows of one `insert` and names of one `select`: an engine takes 32,766 values at most, of rows with up to thirty. */
const CHUNK = 1_000

/** `all` in their order, in lists of at most `size`; nothing for nothing. */
export function* iterateChunks<T>(
  all: readonly T[],
  size: number = CHUNK,
): Generator<readonly T[], void, undefined> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size)
}
