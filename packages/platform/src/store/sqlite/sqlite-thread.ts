import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './store-file.ts'
import type { ThreadAnswer, ThreadStatement } from './thread-dialect.ts'

const { path, patience } = workerData as { readonly path: string; readonly patience: number }

const database: DatabaseSync = openDatabase(path, patience)
const statements = new Map<string, StatementSync>()

function run({ sql, parameters }: ThreadStatement): ThreadAnswer {
  try {
    const statement = statements.get(sql) ?? database.prepare(sql)
    // The same few come again and again.
    if (/^(insert|update|delete)\b/i.test(sql)) statements.set(sql, statement)
    const values = parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: null }
    const { changes } = statement.run(...values)
    return { rows: [], changes: Number(changes) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { failed: { message, code, errcode } }
  }
}

parentPort!.on('message', (statement: ThreadStatement) => parentPort!.postMessage(run(statement)))
