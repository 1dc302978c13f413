// The same question asked of DuckDB by a user's program.
import { DuckDBInstance } from '@duckdb/node-api'

const imported = performance.now()
const [statement] = process.argv.slice(2)
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const chunks = await (await connection.run(statement)).fetchAllChunks()
const answered = performance.now()
const rows = chunks.flatMap((chunk) => chunk.getRows())
const total = rows.find((row) => row.slice(0, -2).every((value) => value === null))
process.stdout.write(JSON.stringify({ imported, answered, totals: total.slice(-2).map(Number) }))
process.exit(0)
