import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyFix, type Diagnostic, diagnose } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { NOW } from '../support/compile-sample.ts'
import { sampleScope } from '../support/sample-scope.ts'

/** A broken text, and what a good message says of it. */
interface Mistake {
  readonly text: string
  readonly code: string
  readonly span: readonly [start: number, end: number]
  /** Words that name the cause; the sentence has them all. */
  readonly says: readonly string[]
  /** The text after the best fix; null where nobody can know what was meant. */
  readonly mended: string | null
}

const FILE = join(import.meta.dirname, '../../conformance/mistakes.jsonl')
const MISTAKES: readonly Mistake[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

const JARGON =
  /token|EOF|expecting|parse|syntax|lexer|undefined|null\b|\{|\}|\bat Object|node_modules/

function diagnosed(text: string): readonly Diagnostic[] {
  return diagnose(text, sampleScope, { now: NOW }).diagnostics
}

/** The marks of one message, each given or not. */
function marksOf({ text, code, span, says, mended }: Mistake): Readonly<Record<string, boolean>> {
  const [first] = diagnosed(text)
  const fix = first?.fixes?.[0]
  const after = fix ? applyFix(text, fix) : null
  return {
    'right code': first?.code === code,
    'exact span': first?.span.start === span[0] && first.span.end === span[1],
    'no jargon': first !== undefined && !JARGON.test(first.message),
    'names the cause': says.every((word) => first?.message.includes(word)),
    'fix where one is right': mended === null || fix !== undefined,
    'fix gives the text meant':
      mended === null || (after === mended && !diagnosed(mended).some((one) => one.code === code)),
  }
}

describe('the rubric of messages', () => {
  const scored = MISTAKES.map((mistake) => ({ text: mistake.text, marks: marksOf(mistake) }))

  test('has many mistakes, most of them with a fix', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(60)
    expect(new Set(MISTAKES.map((one) => one.text)).size).toBe(MISTAKES.length)
    expect(MISTAKES.filter((one) => one.mended !== null).length).toBeGreaterThanOrEqual(45)
  })

  test('scores at least 95 of 100 marks', () => {
    const marks = scored.flatMap((one) => Object.values(one.marks))
    const missed = scored.flatMap(({ text, marks: each }) =>
      Object.entries(each)
        .filter(([, given]) => !given)
        .map(([mark]) => `${mark}: ${text}`),
    )
    const score = (100 * marks.filter(Boolean).length) / marks.length
    expect(score, missed.join('\n')).toBeGreaterThanOrEqual(95)
  })
})
