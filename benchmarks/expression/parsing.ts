import { parse } from '@tributary/expression'
import { parse as arqueroParse, table } from 'arquero'
import type { Case } from '../measure/interleave.ts'
import { peer } from '../measure/peer.ts'
import { CORPUS, PREDICATE } from './corpus.ts'

const REPEATS = 500

/** The eight-item corpus, in one case: nobody else reads it. */
export function corpusCase(): Case {
  return many('tributary, corpus of eight', CORPUS, parse)
}

/** One predicate that every rival can say, each in its own words. */
export async function predicateCases(): Promise<readonly Case[]> {
  const cases: Case[] = [many('tributary', [PREDICATE.tributary], parse)]
  const add = <T>(
    name: string,
    text: string,
    of: T | null,
    call: (of: T, text: string) => unknown,
  ) => {
    if (of !== null) cases.push(many(name, [text], (one) => call(of, one)))
  }
  const cel = await peer<{ parse(text: string): unknown }>('expression', '@marcbachmann/cel-js')
  add('@marcbachmann/cel-js', PREDICATE.cel, cel, (of, text) => of.parse(text))
  const jsep = await peer<{ default(text: string): unknown }>('expression', 'jsep')
  add('jsep', PREDICATE.jsep, jsep, (of, text) => of.default(text))
  const exprEval = await peer<{
    Parser: new (options: object) => { parse(text: string): unknown }
  }>('expression', 'expr-eval')
  const parser = exprEval && new exprEval.Parser({ operators: { in: true } })
  add('expr-eval', PREDICATE.exprEval, parser, (of, text) => of.parse(text))
  const chevrotainCel = await peer<{ parse(text: string): unknown }>('expression', 'cel-js')
  add('cel-js (chevrotain)', PREDICATE.cel, chevrotainCel, (of, text) => of.parse(text))
  const bufbuild = await peer<{ parse(text: string): unknown }>('expression', '@bufbuild/cel')
  add('@bufbuild/cel', PREDICATE.cel, bufbuild, (of, text) => of.parse(text))
  const sql = await peer<{ default: { Parser: new () => { astify(text: string): unknown } } }>(
    'expression',
    'node-sql-parser',
  )
  const sqlParser = sql && new sql.default.Parser()
  add('node-sql-parser', PREDICATE.sql, sqlParser, (of, text) => of.astify(text))
  const row = table({ region: ['a'], amount: [1], name: ['x'], year: [2024] })
  add('arquero', PREDICATE.arquero, arqueroParse, (of, text) => of({ p: text }, { table: row }))
  return cases
}

/** Parses the texts again and again. Each repeat has a text of its own, so that no cache can answer. */
function many(name: string, texts: readonly string[], parseOne: (text: string) => unknown): Case {
  let serial = 0
  return {
    name,
    operations: REPEATS * texts.length,
    run() {
      let last: unknown
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        serial += 1
        const blank = ' '.repeat(serial & 7)
        for (const text of texts) last = parseOne(text + blank)
      }
      return last
    },
  }
}
