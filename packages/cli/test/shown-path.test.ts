import { expect, test } from 'vitest'
import { shownPath } from '../src/shown-path.ts'

test.each([
  ['/home/ada/shop/a.yaml', 'shop/a.yaml'],
  ['shop/a.yaml', 'shop/a.yaml'],
  ['/home/ben/a.yaml', '/home/ben/a.yaml'],
  ['/home/ada', '/home/ada'],
])('shows %s to a person in /home/ada as %s', (path, shown) => {
  expect(shownPath(path, '/home/ada')).toBe(shown)
})
