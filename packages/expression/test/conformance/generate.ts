/**
 * Writes `conformance/expression.jsonl` from `texts.json`. Run it after a change that is meant, and read the
 * difference: `node packages/expression/test/conformance/generate.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, CONFORMANCE_FILE, type Setting } from './conformance-file.ts'
import { statementsOf } from './statements.ts'

const { texts, ...setting }: Setting & { readonly texts: readonly string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../conformance/texts.json'), 'utf8'),
)

const lines: unknown[] = [setting]
for (const text of texts) {
  const { found, typed } = answer(text, setting)
  lines.push(typed === null ? found : { ...found, sql: statementsOf(typed) })
}
writeFileSync(CONFORMANCE_FILE, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
