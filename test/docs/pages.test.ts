import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

/** The pages of the repository that people read, by their paths. */
const PAGES = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'benchmarks/*.md', 'examples/**/*.md'],
  { cwd: ROOT, exclude: ['**/node_modules/**'] },
).toSorted()

/** The text of a page without its blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
}

/** What the headings of a page are linked by: GitHub drops punctuation and numbers repeated headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(page).matchAll(/^#+ (.+)$/gm)) {
    const plain = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = plain
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${plain}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

/** The links of a page to other pages and files of the repository, those by its address on GitHub too. */
function linksOf(page: string): readonly { readonly file: string; readonly anchor: string }[] {
  const here = 'https://github.com/tributary-metrics/tributary/blob/main/'
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => target.startsWith(here) || !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.replace(here, '').split('#')
      const folder = target.startsWith(here) ? '.' : dirname(page)
      return { file: path === '' ? page : join(folder, path), anchor }
    })
}

test.each(PAGES)('links of %s lead to files and headings that exist', (page) => {
  const dead = linksOf(page).filter(
    ({ file, anchor }) =>
      !existsSync(join(ROOT, file)) || (anchor !== '' && !anchorsOf(file).has(anchor)),
  )
  expect(dead).toEqual([])
})

test('a decision has the number of its file', () => {
  for (const page of PAGES.filter((one) => one.startsWith('docs/decisions/'))) {
    const number = Number(/(\d+)-/.exec(page)![1])
    expect(readFileSync(join(ROOT, page), 'utf8'), page).toMatch(new RegExp(`^# ${number}\\. `))
  }
})

test('pages name operations, not their numbers in the specification', () => {
  for (const page of PAGES.filter((one) => /^(docs\/[^/]+\.md|README|CHANGELOG)/.test(one))) {
    const numbered = [...proseOf(page).matchAll(/\bE\d{1,2}\b(?! in its output|\)|`)/g)]
    expect(
      numbered.map(([found]) => found),
      page,
    ).toEqual([])
  }
})

test('the README links to every page but the decisions, to whose folder it links', () => {
  const linked = linksOf('README.md').map(({ file }) => relative('.', file))
  const pages = PAGES.filter((page) => page !== 'README.md' && !page.startsWith('docs/decisions/'))
  expect(pages.filter((page) => !linked.includes(page))).toEqual([])
  expect(linked).toContain('docs/decisions')
})
