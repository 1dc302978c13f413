import { DuckDBInstance } from '@duckdb/node-api'
import { openSnapshot } from '@tributary/attribution'
import { duckDbStatements, runDuckDb } from './duckdb-rival.ts'
import { answerAll, requestOf } from './ours.ts'
import { SALES_QUESTIONS } from './questions.ts'

const [how, path] = process.argv.slice(2)
const question = SALES_QUESTIONS[0]!
const begin = performance.now()
if (how === 'snapshot') {
  const source = await openSnapshot(path!, { name: 'sales' })
  await answerAll(source, requestOf(question, source))
} else {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const statements = duckDbStatements(question, 'as users write it')
  await runDuckDb(
    connection,
    statements.map((one) => one.replace('FROM sales', `FROM '${path}'`)),
  )
}
process.stdout.write(String(performance.now() - begin))
process.exit(0)
