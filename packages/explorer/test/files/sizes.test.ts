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
