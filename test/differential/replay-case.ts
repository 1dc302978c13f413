import { readFile } from 'node:fs/promises'
import { createPostgreSql } from '@tributary/sql'
import { startPostgresServer } from '../support/postgres-server.ts'
import { startWeeksOn } from './calendar.ts'
import { disagreements } from './disagreement.ts'
import { openDoors } from './doors.ts'
import { requestOf } from './question.ts'
import type { Case } from './shrink.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  process.stderr.write('Expected the path of a case: node test/differential/replay.ts FILE\n')
  process.exit(2)
}
const found = JSON.parse(await readFile(path, 'utf8')) as Case
const { zone = 'UTC', weekStart = 'SUNDAY', dataset, question } = found
startWeeksOn(weekStart)
const postgres = await startPostgresServer()
const store = await createPostgreSql({ url: postgres.url })
await store.run({ text: 'CREATE DATABASE store', parameters: [] })
await store.close()
const doors = await openDoors({
  zone,
  postgres: postgres.url,
  store: Object.assign(new URL(postgres.url), { pathname: 'store' }).href,
})
try {
  await doors.load(dataset)
  process.stdout.write(`${JSON.stringify(requestOf(question), null, 1)}\n`)
  const wrong = await disagreements(dataset, question, doors)
  for (const { door, problem } of wrong) process.stdout.write(`${door}: ${problem}\n`)
  if (wrong.length === 0) {
    const asked = doors.all.filter(({ fits }) => fits?.(dataset, question) !== false)
    process.stdout.write(`${asked.length} doors agree\n`)
  }
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await doors.close()
  await postgres.stop()
}
