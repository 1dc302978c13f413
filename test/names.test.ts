import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/imports.ts'
import { NAMES_LEFT } from './support/names-left.ts'

/** `keyOf`: what a function gives, and not what it does. */
const GIVES = /[a-z0-9]Of$/

/** A single participle: `compared`, `held`. */
const PARTICIPLE =
  /^(?:[a-z]+ed|said|meant|shown|known|kept|held|found|made|left|given|told|written|chosen|drawn|seen|sent|cut)$/

/** Words that could stand for anything. */
const VAGUE =
  /^(?:ones?|owns?|others?|asked|found|known|kept|whole|said|told|made|left|given|meant|shown|rest|things?|seen|held|drawn|taken|alone|beyond|beside|within|around|theirs)$/

const FUNCTION = /^(?:export )?(?:async )?function\*? (\w+)/gm
const LOCAL =
  /\b(?:const|let) (\w+)(?:: [^=\n]+)? =|\bfor \((?:const|let) (\w+) (?:of|in)\b|\((\w+)\) =>/g

function listNames(): readonly string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const functions = Array.from(text.matchAll(FUNCTION), ([, name = '']) => name).filter(
      (name) => GIVES.test(name) || PARTICIPLE.test(name),
    )
    const locals = Array.from(text.matchAll(LOCAL), ([, a, b, c]) => a ?? b ?? c ?? '').filter(
      (name) => VAGUE.test(name),
    )
    return [...new Set([...functions, ...locals])].map((name) => `${file} ${name}`)
  })
}

test('functions begin with verbs and locals are nouns, but for a list that only becomes shorter', () => {
  const names = listNames()
  expect(names.filter((name) => !NAMES_LEFT.includes(name))).toEqual([])
  expect(NAMES_LEFT.filter((name) => !names.includes(name))).toEqual([])
})
