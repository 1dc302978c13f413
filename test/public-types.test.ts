import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './support/imports.ts'
import { PACKAGES, type PublicName, publicNames } from './support/public-api.ts'

/** Values whose type a signature takes by `typeof`, and types that only compute others. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  contract: ['QueryOf', 'ValueOf'],
  // Of a constructor that only createLineageGraph calls.
  lineage: ['LiveIndex', 'SourceSets'],
}

describe.each(PACKAGES)('%s', (of) => {
  test('exports every type that a public signature mentions', () => {
    const names = publicNames(of)
    const exported = new Set(names.map(({ name }) => name))
    const types = listTypes(of)
    const missing = names.flatMap((entry) =>
      [...new Set(readSignature(entry).match(/\b[A-Z]\w*/g))]
        .filter((word) => types.has(word) && !exported.has(word))
        .filter((word) => LEFT_OUT[of]?.includes(word) !== true)
        .map((word) => `${word}, which ${entry.name} mentions`),
    )
    expect(missing).toEqual([])
  })
})

/** The types that the files of a package export. */
function listTypes(of: string): ReadonlySet<string> {
  const files = globSync(`packages/${of}/src/**/*.{ts,tsx}`, { cwd: ROOT })
  return new Set(
    files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const found = text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)
      return Array.from(found, ([, name = '']) => name)
    }),
  )
}

/** The declaration of a public name, without comments, texts and the bodies of functions. */
function readSignature({ name, file }: PublicName): string {
  if (!file.startsWith('packages/')) return ''
  const text = readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/'[^'\n]*'/g, '')
  const start = new RegExp(
    `^export (?:declare )?(?:async )?(?:abstract )?(?:function\\*?|const|class|interface|type) ${name}\\b`,
    'm',
  ).exec(text)
  if (start === null) return ''
  const declaration = text.slice(start.index)
  const end =
    /\n(?=(?:export|function|async function|const|let|interface|type|class|abstract) )/.exec(
      declaration.slice(1),
    )
  const whole = declaration.slice(0, end === null ? undefined : end.index + 1)
  if (/^export (?:async )?function/.test(whole)) return whole.slice(0, findBody(whole))
  if (/^export const/.test(whole)) return whole.split(/ =\s/, 1)[0]!
  if (!/^export (?:abstract )?class/.test(whole)) return whole
  // The heads of public members, which the formatter indents by two.
  const members = whole
    .split(/\n(?= {2}\S)/)
    .filter((member) => !/^ {2}(?:#|private )/.test(member))
  return members.map((member) => member.slice(0, findBody(member))).join('\n')
}

/** Where the body of a function begins: the first brace outside of brackets that follows a space and ends its line. */
function findBody(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '{' && depth === 0 && text[at + 1] === '\n') return at
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
  }
  return text.length
}
