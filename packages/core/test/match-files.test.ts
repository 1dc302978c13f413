import { fixedFolder, matchFiles } from '@tributary/core/internal'
import { describe, expect, test } from 'vitest'

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/data': ['a.csv', 'b.csv', 'b(1).csv', '.hidden.csv', 'c.json', 'eu', 'us', 'x.csv'],
  '/data/eu': ['a.csv', 'fr', '.cache'],
  '/data/eu/fr': ['a.csv', 'z.csv'],
  '/data/eu/.cache': ['a.csv'],
  '/data/us': [],
  '/data/x.csv': ['part.csv'],
}
const match = (pattern: string) => matchFiles('/data', pattern, (one) => FOLDERS[one] ?? null)

describe('the paths that match a pattern', () => {
  test.each([
    ['*.csv', ['a.csv', 'b(1).csv', 'b.csv']],
    ['b*.csv', ['b(1).csv', 'b.csv']],
    ['b(1)*', ['b(1).csv']],
    ['.*.csv', ['.hidden.csv']],
    ['*/a.csv', ['eu/a.csv']],
    ['eu/*/*.csv', ['eu/fr/a.csv', 'eu/fr/z.csv']],
    ['**/a.csv', ['a.csv', 'eu/a.csv', 'eu/fr/a.csv']],
    ['eu/**', []],
    ['eu/**/*', ['eu/a.csv', 'eu/fr/a.csv', 'eu/fr/z.csv']],
    ['none/*.csv', []],
  ])('%s', (pattern, paths) => {
    expect(match(pattern)).toEqual(paths)
  })

  test('are limited in depth where folders contain each other', () => {
    expect(
      matchFiles('/', '**/x', (one) => (one.endsWith('x') ? null : ['x', 'loop'])),
    ).toHaveLength(33)
  })
})

test('the fixed folder of a pattern ends before its first star', () => {
  expect(['a/b/*.csv', '*.csv', '/x/**/y/*.csv', 'a/b.csv'].map(fixedFolder)).toEqual([
    'a/b',
    '',
    '/x',
    'a',
  ])
})
