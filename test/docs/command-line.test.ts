import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { runTributary } from '../support/tributary.ts'

const PAGES = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'packages/*/README.md'], {
  cwd: ROOT,
}).map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }))
const ALL = PAGES.map(({ text }) => text).join('\n')

const helpOf = async (...words: readonly string[]) =>
  (await runTributary([...words, '--help'])).stdout

/** The first words of the entries of a section. */
function termsOf(help: string, section: string): readonly string[] {
  const [, text = ''] = new RegExp(`^${section}:\n([\\s\\S]*?)\n\n`, 'm').exec(`${help}\n\n`) ?? []
  return [...text.matchAll(/^ {2}(?:-\w, )?([\w-]+)/gm)].map(([, term = '']) => term)
}

/** The options of each command, and those of its subcommands, by its name. */
const OPTIONS = new Map<string, ReadonlySet<string>>()
for (const name of termsOf(await helpOf(), 'Commands').filter((one) => one !== 'help')) {
  const help = await helpOf(name)
  const below = termsOf(help, 'Commands').filter((one) => one !== 'help')
  const helps = [help, ...(await Promise.all(below.map((one) => helpOf(name, one))))]
  OPTIONS.set(name, new Set(helps.flatMap((one) => termsOf(one, 'Options'))))
}

test('every command is on some page', () => {
  expect(OPTIONS.size).toBeGreaterThan(15)
  const missing = [...OPTIONS.keys()].filter((name) => !ALL.includes(`tributary ${name}`))
  expect(missing).toEqual([])
})

test('the README of the command has a row for each', () => {
  const { text } = PAGES.find(({ page }) => page === 'packages/cli/README.md')!
  const rows = [...text.matchAll(/^\| (`[a-z`, ]+) \|/gm)].map(([, cell = '']) => cell)
  const named = rows.flatMap((cell) => cell.replaceAll('`', '').split(', '))
  expect(named.toSorted()).toEqual([...OPTIONS.keys()].toSorted())
})

test('every option of the service is on some page', () => {
  const options = [...OPTIONS.get('start')!].filter((option) => option.startsWith('--'))
  expect(options.length).toBeGreaterThan(25)
  expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(ALL))).toEqual([])
})

test.each(PAGES)('$page gives commands only options that they have', ({ text }) => {
  const joined = text.replaceAll('\\\n', ' ')
  for (const [command, name = ''] of joined.matchAll(/\btributary ([a-z]+)\b[^`\n]*/g)) {
    const options = OPTIONS.get(name)
    if (options === undefined) continue
    for (const [option] of command.split(' | ')[0]!.matchAll(/(?<=\s)--[a-z][a-z-]*/g)) {
      expect([...options], command).toContain(option)
    }
  }
})

test('a command in a block of code is one that there is', () => {
  const named = [...ALL.matchAll(/^(?:\$ )?(?:npx \S+ )?tributary ([a-z]+)/gm)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !OPTIONS.has(name))).toEqual([])
})
