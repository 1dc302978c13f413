import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { explorerFiles } from '../../src/files/explorer-files.ts'

const KILOBYTE = 1_000

test('what the page loads first is under 120 KB, all of it under 300', async () => {
  const folder = await explorerFiles()
  const size = (file: string) => gzipSync(readFileSync(join(folder, file))).length / KILOBYTE
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = [...page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
  expect(first.length).toBeGreaterThan(0)
  expect(first.map(size).reduce((sum, one) => sum + one)).toBeLessThan(120)
  const scripts = globSync('assets/*.js', { cwd: folder })
  expect(scripts.length).toBeGreaterThan(first.length)
  expect(scripts.map(size).reduce((sum, one) => sum + one)).toBeLessThan(300)
}, 60_000)

test('the page comes with the licenses of the libraries that it is made of', async () => {
  const notices = readFileSync(join(await explorerFiles(), 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const library of ['preact', '@preact/signals', '@codemirror/view', '@lezer/common']) {
    expect(notices).toMatch(new RegExp(`^${library} \\d+\\.\\d+\\.\\d+, MIT$`, 'm'))
  }
  const heads = notices.match(/^\S+ \d+\.\d+\.\d+, \S+$/gm) ?? []
  const count = (pattern: RegExp) => notices.match(pattern)?.length ?? 0
  const texts =
    count(/Permission is hereby granted, free of charge/g) +
    count(/Apache License\n\s+Version 2\.0, January 2004/g)
  expect(texts).toBe(heads.length)
})
